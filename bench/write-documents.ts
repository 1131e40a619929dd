import { readFile } from 'node:fs/promises';
import type { PromiseResult } from './first-views-report.ts';
import { DOCS, RESULTS } from './folders.ts';
import { writePerformance } from './performance.ts';
import { type Comparison, writeSimulation } from './simulation-report.ts';

/** Writes docs/performance.md and docs/simulation.md from stored results. */
await writePerformance(RESULTS, DOCS);
const read = async <T>(name: string) => JSON.parse(await readFile(`${RESULTS}${name}.json`, 'utf8')) as T;
await writeSimulation(
  await read<Comparison[]>('simulation'),
  await read<PromiseResult[]>('first-views'),
  DOCS,
);
