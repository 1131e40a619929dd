import { readFile } from 'node:fs/promises';

/** In megabytes; NaN without /proc. */
export interface ProcessMemory {
  /** RSS, including shared memory. */
  rssMb: number;
  /** PSS: shared memory is divided between the processes that share it. */
  pssMb: number;
}

/** Without child processes. */
export async function readMemory(pid: number): Promise<ProcessMemory> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const mbOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024;
  return { rssMb: mbOf('Rss'), pssMb: mbOf('Pss') };
}

/** Milliseconds that the main threads of the processes have run, precise to microseconds. */
export async function readProcessorMs(pids: readonly number[]): Promise<number> {
  const texts = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
}
