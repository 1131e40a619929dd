import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
import { readMemory } from './process-memory.ts';

export interface Start {
  /** Milliseconds until /readyz first responds: with an empty data folder, then with the same folder. */
  first: number;
  second: number;
  /** Memory of the idle server process after its second start. */
  rssMb: number;
}

/** Starts a server twice on one data folder and measures both starts. */
export async function measureStart(): Promise<Start> {
  const folder = await temporaryFolder();
  const { port, demoPort } = await freePorts();
  const env = { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder.path };
  try {
    const first = await startServerProcess(env);
    await first.end();
    const second = await startServerProcess(env);
    const { rssMb } = await readMemory(second.pid);
    await second.end();
    return { first: first.readyAfterMs, second: second.readyAfterMs, rssMb };
  } finally {
    await folder.remove();
  }
}
