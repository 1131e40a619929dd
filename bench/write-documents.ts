import { readFile } from 'node:fs/promises';
import { DOCS, RESULTS } from './folders.ts';
import { writePerformance } from './performance.ts';
import { type Comparison, writeSimulation } from './simulation-report.ts';

/** Writes docs/performance and docs/simulation anew from the results that are stored, without measuring anything. */
await writePerformance(RESULTS, DOCS);
const weeks = await readFile(`${RESULTS}simulation.json`, 'utf8');
await writeSimulation(JSON.parse(weeks) as Comparison[], DOCS);
