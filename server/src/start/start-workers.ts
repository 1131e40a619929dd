import type { Config } from '../config.ts';
import { CannotGoOn } from './environment.ts';
import { startFoundation, readyLine, probePorts } from './foundation.ts';
import type { RunningServer } from './start-server.ts';
import { superviseWorkers } from './supervise-workers.ts';

/** Starts workers. This process owns the embedded database and the demo apps. Workers end with it. */
export async function startWorkers(
  config: Config,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningServer> {
  await probePorts(config);
  const foundation = await startFoundation(config, say, signal);
  const workers = superviseWorkers(
    config,
    config.databaseUrl === undefined ? foundation.connection : undefined,
  );
  void workers.started.then(() => say(readyLine(config)));
  return {
    lost: Promise.race([workers.failed, foundation.databaseEnded]).catch(async (error: unknown) => {
      // A worker that lives longer would report a lost connection instead of the cause.
      await workers.stop('SIGKILL');
      await foundation.close();
      throw error;
    }),
    async stop() {
      const isInOrder = await workers.stop();
      await foundation.close();
      if (!isInOrder) throw new CannotGoOn('A worker did not exit cleanly.');
    },
  };
}
