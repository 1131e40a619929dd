import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';

/** The middle of the numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Starts on an empty folder, then again on the same one; milliseconds to the first answer of /readyz. */
export async function measureStart(): Promise<{ first: number; second: number }> {
  const folder = await temporaryFolder();
  const { port, demoPort } = await freePorts();
  const env = { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder.path };
  try {
    const first = await startServerProcess(env);
    await first.end();
    const second = await startServerProcess(env);
    await second.end();
    return { first: first.readyAfterMs, second: second.readyAfterMs };
  } finally {
    await folder.remove();
  }
}
