import { writePerformance } from './performance-report.ts';
import { writeSimulation } from './simulation/report.ts';
import { writeVoteBuying } from './vote-buying/report.ts';

/** Writes docs/performance.md, docs/simulation.md and docs/vote-buying.md from stored results. */
await writePerformance();
await writeSimulation();
await writeVoteBuying();
