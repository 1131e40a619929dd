import { readFile } from 'node:fs/promises';
import { DOCS, RESULTS } from './folders.ts';
import { writePerformance } from './performance.ts';
import { type Comparison, writeSimulation } from './simulation-report.ts';

/** Writes docs/performance.md and docs/simulation.md from stored results. */
await writePerformance(RESULTS, DOCS);
const weeks = await readFile(`${RESULTS}simulation.json`, 'utf8');
await writeSimulation(JSON.parse(weeks) as Comparison[], DOCS);
