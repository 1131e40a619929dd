import { cpus, loadavg, totalmem } from 'node:os';

/** Where something was measured, and whether anything else ran there. */
export interface Machine {
  cores: number;
  model: string;
  memoryGb: number;
  node: string;
  /** Processes that ran or waited to, on average over the minute before. */
  load: number;
}

/** More than this for each core, before anything is measured, and the figures say less than they seem to. */
const QUIET_LOAD_PER_CORE = 0.25;

/** The machine as it is now. */
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

/** The machine in words; says so when it was not quiet. */
export function describeMachine({ cores, model, memoryGb, node, load }: Machine): string {
  const isQuiet = load <= cores * QUIET_LOAD_PER_CORE;
  const quietness = isQuiet
    ? `load average ${load.toFixed(1)} at the start`
    : `**not quiet: load average ${load.toFixed(1)} at the start, so the figures are worse than on an idle machine**`;
  return `${cores} × ${model}, ${memoryGb} GB, Node ${node.replace('v', '')}; ${quietness}`;
}
