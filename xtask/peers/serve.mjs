// Each line of input says how many frames to measure; the answer is the fastest of them, and how far from rest the
// workload is after them.

import { createInterface } from "node:readline";

export async function serve({ units, steps, step, probe }) {
  for await (const line of createInterface({ input: process.stdin })) {
    let least = Infinity;
    for (let k = 0; k < Number(line); k++) {
      const begin = process.hrtime.bigint();
      step(1 / 60);
      least = Math.min(least, Number(process.hrtime.bigint() - begin));
    }
    console.log(JSON.stringify({ ns: least, units, steps, probe: probe() }));
  }
  process.exit(0);
}
