import { expect, onTestFinished, test } from 'vitest';
import { endlessSvg, redPicture } from './hostile-pictures.fixture.ts';
import { createPictureMaker } from './picture-maker.ts';

// Under the limit in force: a shorter one would be a race with the start of the next process on a busy machine.
test('what takes too long is given up, and the next one is made by another process', async () => {
  const maker = createPictureMaker();
  onTestFinished(() => maker.close());
  const order = (bytes: Buffer) => ({ bytes, role: 'image', widthLeast: 600, ground: null }) as const;
  const bytes = await redPicture(700, 400).png().toBuffer();
  const [endless, next] = await Promise.all([maker.make(order(endlessSvg())), maker.make(order(bytes))]);
  expect([endless.fault, next.fault]).toEqual(['too_slow', null]);
});
