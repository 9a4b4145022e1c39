// Each line of input says how many frames to measure; the answer is the fastest of them, and how far from rest the
// workload was on average.

import { createInterface } from "node:readline";

export async function serve({ units, steps, step, probe }) {
  for await (const line of createInterface({ input: process.stdin })) {
    const frames = Number(line);
    let least = Infinity;
    let sum = 0;
    for (let k = 0; k < frames; k++) {
      const begin = process.hrtime.bigint();
      step(1 / 60);
      least = Math.min(least, Number(process.hrtime.bigint() - begin));
      sum += probe();
    }
    console.log(JSON.stringify({ ns: least, units, steps, probe: sum / frames }));
  }
  process.exit(0);
}
