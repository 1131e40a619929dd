import { expect, test, vi } from 'vitest';
import { createBackground } from './background.ts';

test('idle waits for all work, including work that other work has started', async () => {
  const done: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const background = createBackground(() => undefined);
  background.start(async () => {
    await opened;
    background.start(async () => void done.push('inner'));
    done.push('outer');
  });
  const idle = background.idle().then(() => done.push('idle'));
  expect(done).toEqual([]);
  open();
  await idle;
  expect(done).toEqual(['inner', 'outer', 'idle']);
});

test('reports failed work, and idle still resolves', async () => {
  const errors: unknown[] = [];
  const background = createBackground((error) => errors.push(error));
  background.start(() => Promise.reject(new Error('no')));
  await background.idle();
  expect(errors).toEqual([new Error('no')]);
});

test('await rejects with an error within the limit, and reports a later one', async () => {
  vi.useFakeTimers();
  try {
    const errors: unknown[] = [];
    const background = createBackground((error) => errors.push(error));
    const quick = background.await(async () => undefined, 1_000);
    await expect(quick).resolves.toBe(true);
    await expect(background.await(() => Promise.reject(new Error('at once')), 1_000)).rejects.toThrow(
      'at once',
    );
    expect(errors).toEqual([]);
    const { promise: end, reject } = Promise.withResolvers<void>();
    const slow = background.await(() => end, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(slow).resolves.toBe(false);
    reject(new Error('later'));
    await background.idle();
    expect(errors).toEqual([new Error('later')]);
  } finally {
    vi.useRealTimers();
  }
});
