import { readFile } from 'node:fs/promises';

/** Megabytes of one process; NaN where there is no /proc. */
export interface ProcessMemory {
  /** Resident: all that is in memory, what it shares with other processes too. What an operator sees. */
  rssMb: number;
  /** Proportional: of what is shared only its part, such as the program of Node between the Nodes of a bench. */
  pssMb: number;
}

/** Of the process alone, without its children. */
export async function readMemory(pid: number): Promise<ProcessMemory> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const mbOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024;
  return { rssMb: mbOf('Rss'), pssMb: mbOf('Pss') };
}
