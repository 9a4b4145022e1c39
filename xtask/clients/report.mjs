// Tables on the terminal, and the end of a script.

/** Prints rows of the same keys; lists are left out. */
export function table(rows) {
  const keys = Object.keys(rows[0]).filter((k) => !Array.isArray(rows[0][k]));
  const cell = (value) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(3) : String(value);
  const lines = [keys, ...rows.map((row) => keys.map((k) => cell(row[k])))];
  const widths = keys.map((_, c) => Math.max(...lines.map((line) => line[c].length)));
  for (const line of lines) {
    console.log(line.map((text, c) => (c === 0 ? text.padEnd(widths[c]) : text.padStart(widths[c]))).join('  '));
  }
}

/** Says what is wrong with which file, and fails if anything is. */
export function finish(what, problems) {
  const wrong = problems.filter(([, list]) => list.length > 0);
  for (const [file, list] of wrong) {
    console.error(`${file}:`);
    list.slice(0, 8).forEach((p) => console.error(`  ${p}`));
    if (list.length > 8) console.error(`  and ${list.length - 8} more`);
  }
  console.log(
    wrong.length === 0 ? `${what}: ${problems.length}` : `NOT so: ${what} (${wrong.length} of ${problems.length})`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
