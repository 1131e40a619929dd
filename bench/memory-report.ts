import { figure } from './figures.ts';
import { describeMachine, type Machine } from './machine.ts';
import { median } from './median.ts';
import type { ProcessMemory } from './process-memory.ts';
import { tableOf } from './table.ts';

/** The server's memory over many requests, as it is stored. */
export interface MemoryResult {
  at: string;
  machine: Machine;
  /** From the start on; the first before any request, the second after the warm-up. */
  readings: ({ requests: number } & ProcessMemory)[];
}

/** Readings go up and down with what V8 has not yet collected, so three of them stand for a moment. */
const READINGS_OF_A_MOMENT = 3;

/** The part of the document about memory. */
export function memorySection({ at, machine, readings }: MemoryResult): string {
  const rssOf = (some: typeof readings) => median(some.map(({ rssMb }) => rssMb));
  const warm = readings.slice(1);
  const early = rssOf(warm.slice(0, READINGS_OF_A_MOMENT));
  const late = rssOf(warm.slice(-READINGS_OF_A_MOMENT));
  const last = readings.at(-1)?.requests ?? 0;
  return [
    '### Memory over a million requests',
    `All scenarios in turn, ${at.slice(0, 10)}. ${describeMachine(machine)}. RSS is all that is resident, also what it shares with other processes; PSS counts only its part of that.`,
    tableOf(
      ['requests so far', 'RSS', 'PSS'],
      readings.map(({ requests, rssMb, pssMb }) => [
        figure(requests),
        `${figure(rssMb)} MB`,
        `${figure(pssMb)} MB`,
      ]),
    ),
    `From the first ${READINGS_OF_A_MOMENT} readings after the warm-up to the last ${READINGS_OF_A_MOMENT}, at ${figure(last)} requests: ${figure(early)} MB to ${figure(late)} MB (RSS, medians). Wanted: no growth.`,
  ].join('\n\n');
}
