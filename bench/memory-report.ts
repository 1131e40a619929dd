import { figure, spread } from './figures.ts';
import { describeMachine, type Machine } from './machine.ts';
import type { ProcessMemory } from './process-memory.ts';
import { tableOf } from './table.ts';

export interface MemoryResult {
  at: string;
  machine: Machine;
  /** The first reading is before any request, the second after warming up. */
  readings: ({ requests: number } & ProcessMemory)[];
}

export function memorySection({ at, machine, readings }: MemoryResult): string {
  // Compares halves, because memory varies with garbage collection.
  const warm = readings.slice(1).map(({ rssMb }) => rssMb);
  const [early, late] = [warm.slice(0, warm.length >> 1), warm.slice(warm.length >> 1)];
  const last = readings.at(-1)?.requests ?? 0;
  return [
    `### Memory over ${figure(last)} requests`,
    `All scenarios in turn, ${at.slice(0, 10)}. ${describeMachine(machine)}. RSS includes memory that is shared with other processes. PSS counts a proportional part of it.`,
    tableOf(
      ['requests so far', 'RSS', 'PSS'],
      readings.map(({ requests, rssMb, pssMb }) => [
        figure(requests),
        `${figure(rssMb)} MB`,
        `${figure(pssMb)} MB`,
      ]),
    ),
    `RSS in the first half after the warm-up: ${spread(early)} MB; in the second: ${spread(late)} MB. Wanted: no growth.`,
  ].join('\n\n');
}
