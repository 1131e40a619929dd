import { expect, test } from 'vitest';
import { createBackground } from './background.ts';

test('the end waits for all work, also for what work has started', async () => {
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

test('work that fails is reported and holds nothing up', async () => {
  const errors: unknown[] = [];
  const background = createBackground((error) => errors.push(error));
  background.start(() => Promise.reject(new Error('no')));
  await background.idle();
  expect(errors).toEqual([new Error('no')]);
});
