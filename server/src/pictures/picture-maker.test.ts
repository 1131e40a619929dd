import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { endlessSvg, redPicture } from './hostile-pictures.fixture.ts';
import { createPictureMaker } from './picture-maker.ts';

const order = (bytes: Buffer) => ({ bytes, role: 'image', widthLeast: 600, ground: null }) as const;
const job = { owner: 'a maker', isJob: true };

function drawing(): string[] {
  const table = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return table.split('\n').filter((line) => line.includes('drawing-process'));
}
/** Processes of earlier tests, which are about to end. */
let others: string[];
beforeEach(() => {
  others = drawing();
});
/** The drawing processes of this test. */
const processes = () => drawing().filter((line) => !others.includes(line));

function openMaker() {
  const maker = createPictureMaker({ drawingMaxMs: 120_000, waitMaxMs: 120_000 });
  onTestFinished(() => maker.close());
  return maker;
}

test('draws pictures in one process, one after the other', async () => {
  const maker = openMaker();
  expect(processes()).toEqual([]);
  const bytes = await redPicture(1200, 630).png().toBuffer();
  const made = await Promise.all([1, 2, 3].map(() => maker.make(order(bytes), job)));
  expect(processes()).toHaveLength(1);
  for (const { files } of made)
    expect(await sharp(files?.[1]).metadata()).toMatchObject({ format: 'webp', width: 480 });
  maker.close();
  await eventually(() => expect(processes()).toEqual([]));
  expect((await maker.make(order(bytes), job)).fault).toBe('busy');
});

test('loses one picture when the process dies', async () => {
  const maker = openMaker();
  const dying = maker.make(order(endlessSvg()), job);
  await eventually(() => expect(processes()).toHaveLength(1));
  process.kill(Number.parseInt(processes()[0] ?? '', 10), 'SIGKILL');
  expect((await dying).fault).toBe('too_slow');
  const bytes = await redPicture(700, 400).png().toBuffer();
  expect((await maker.make(order(bytes), job)).fault).toBeNull();
});

test('rejects requests beyond three waiting per member and twenty in total', async () => {
  const maker = openMaker();
  const makeFor = (owner: string) => maker.make(order(Buffer.from('x')), { owner, isJob: false });
  const ofOne = await Promise.all(Array.from({ length: 6 }, () => makeFor('one')));
  expect(ofOne.filter(({ fault }) => fault === 'busy')).toHaveLength(2);
  const ofMany = await Promise.all(Array.from({ length: 25 }, (_, index) => makeFor(`member ${index}`)));
  expect(ofMany.filter(({ fault }) => fault === 'busy')).toHaveLength(4);
  expect(ofMany.filter(({ fault }) => fault === 'not_a_picture')).toHaveLength(21);
});
