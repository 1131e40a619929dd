import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Runs all jobs on all cores, in processes of `worker` that answer each message with a result. Results are in the order of
 * `jobs`; `onDone` is called after each.
 */
export async function runJobs<Result>(
  worker: URL,
  jobs: readonly object[],
  onDone: (left: number) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...jobs.entries()];
  let left = jobs.length;
  const work = async () => {
    // Advanced serialisation keeps NaN.
    const process = fork(fileURLToPath(worker), { serialization: 'advanced' });
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, job] = next;
      process.send(job);
      const [result] = (await once(process, 'message')) as [Result];
      results[index] = result;
      left -= 1;
      onDone(left);
    }
    process.disconnect();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}
