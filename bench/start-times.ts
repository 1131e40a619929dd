import { readFile } from 'node:fs/promises';
import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';

/** The middle of the numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Resident memory of a process in megabytes; NaN where there is no /proc. */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

export interface Start {
  /** Milliseconds to the first answer of /readyz, on an empty folder and then again. */
  first: number;
  second: number;
  /** Of the server alone, at rest after its second start. */
  memoryMb: number;
}

/** Starts on an empty folder, then again on the same one; milliseconds to the first answer of /readyz. */
export async function measureStart(): Promise<Start> {
  const folder = await temporaryFolder();
  const { port, demoPort } = await freePorts();
  const env = { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder.path };
  try {
    const first = await startServerProcess(env);
    await first.end();
    const second = await startServerProcess(env);
    const memory = await memoryMb(second.pid);
    await second.end();
    return { first: first.readyAfterMs, second: second.readyAfterMs, memoryMb: memory };
  } finally {
    await folder.remove();
  }
}
