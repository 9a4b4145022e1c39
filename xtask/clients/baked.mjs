// A file that was baked has no error that its input has not: node baked.mjs INPUT BAKED

import { readFileSync } from 'node:fs';
import { fresh } from './errors.mjs';
import { finish } from './report.mjs';

const [INPUT, BAKED] = process.argv.slice(2);
finish('baked files', [[BAKED, await fresh(readFileSync(BAKED), readFileSync(INPUT))]]);
