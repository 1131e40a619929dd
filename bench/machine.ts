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
