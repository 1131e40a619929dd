import { readFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';

export interface Machine {
  cores: number;
  model: string;
  memoryGb: number;
  node: string;
  load: number;
}

/** With more load per core before a measurement, the results are marked as unreliable. */
const QUIET_LOAD_PER_CORE = 0.25;

export function readMachine(): Machine {
  const [load = 0] = loadavg();
  const cores = cpus();
  return {
    cores: cores.length,
    model: cores[0]?.model ?? '',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load,
  };
}

/** Describes the machine and says if it was busy. */
export function describeMachine({ cores, model, memoryGb, node, load }: Machine): string {
  const isQuiet = load <= cores * QUIET_LOAD_PER_CORE;
  const quietness = isQuiet
    ? `load average ${load.toFixed(1)} at the start`
    : `**not quiet: load average ${load.toFixed(1)} at the start, so the figures are worse than on an idle machine**`;
  return `${cores} × ${model}, ${memoryGb} GB, Node ${node.replace('v', '')}; ${quietness}`;
}

/** Memory of a process without its children, in megabytes; NaN without /proc. */
export interface ProcessMemory {
  /** RSS, including shared memory. */
  rssMb: number;
  /** PSS: shared memory is divided between the processes that share it. */
  pssMb: number;
}

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
