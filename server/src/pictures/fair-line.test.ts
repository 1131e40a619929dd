import { expect, test } from 'vitest';
import { createFairLine, type LinePlace } from './fair-line.ts';

const LIMITS = {
  waitingMax: 20,
  waitingOfOwnerMax: 20,
  waitMaxMs: 60_000,
  budgetMs: 30_000,
  windowMs: 600_000,
  overdueMs: 30_000,
};
const WORK_MS = 2_000;

/** A queue whose clock advances by two seconds per task. */
function openLine(limits: Partial<typeof LIMITS> = {}) {
  const clock = { now: 1 };
  const begun: string[] = [];
  const line = createFairLine({ ...LIMITS, ...limits }, () => clock.now);
  const run = (owner: string, isJob: LinePlace['isJob'] = false) =>
    line.run({ owner, isJob }, async (charge) => {
      begun.push(owner);
      charge(WORK_MS);
      clock.now += WORK_MS;
      return owner;
    });
  return { line, run, begun, clock };
}

test('runs the work of the owner with the least used time first', async () => {
  const { run, begun } = openLine();
  const many = Array.from({ length: 5 }, () => run('greedy'));
  await Promise.all([...many, run('honest'), run('maker', true)]);
  expect(begun).toEqual(['greedy', 'honest', 'maker', 'greedy', 'greedy', 'greedy', 'greedy']);
});

test('serves both requests and jobs', async () => {
  const { run, begun } = openLine();
  await run('maker', true);
  const jobs = Array.from({ length: 20 }, () => run('maker', true));
  const requests = Array.from({ length: 20 }, (_, index) => run(`member ${index}`));
  await Promise.all([...jobs, ...requests]);
  // The first job began before any request came. A job that waited for 30 seconds is next.
  expect(begun.indexOf('member 0')).toBe(2);
  expect(begun.slice(2, 20).filter((owner) => owner === 'maker').length).toBeGreaterThan(0);
});

test('rejects requests of an owner with a used-up budget until the window ends', async () => {
  const { run, clock } = openLine({ budgetMs: 3 * WORK_MS });
  for (let count = 0; count < 3; count += 1) expect(await run('greedy')).toBe('greedy');
  expect(await run('greedy')).toEqual({ refusal: 'spent' });
  expect(await run('honest')).toBe('honest');
  expect(await run('greedy', true), 'a job').toBe('greedy');
  clock.now += LIMITS.windowMs;
  expect(await run('greedy')).toBe('greedy');
});

test('rejects a request that waits too long, but not a job', async () => {
  const { line, run } = openLine({ waitMaxMs: 10 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = line.run({ owner: 'slow', isJob: false }, () => promise);
  const job = run('maker', true);
  expect(await run('honest')).toEqual({ refusal: 'busy' });
  resolve();
  await first;
  expect(await job).toBe('maker');
});

test('continues after work that failed', async () => {
  const { line, run } = openLine();
  const failing = line.run({ owner: 'one', isJob: false }, () => Promise.reject(new Error('broken')));
  const next = run('other');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('other');
});

test('rejects waiting work when it is closed', async () => {
  const { line, run } = openLine();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = line.run({ owner: 'slow', isJob: false }, () => promise);
  const waiting = [run('honest'), run('maker', true)];
  line.close();
  const answers = await Promise.all([...waiting, run('late')]);
  for (const answer of answers) expect(answer).toEqual({ refusal: 'busy' });
  resolve();
  await first;
});
