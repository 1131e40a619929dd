import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { endlessSvg, redPicture } from './hostile-pictures.fixture.ts';
import { createPictureMaker } from './picture-maker.ts';

const order = (bytes: Buffer) => ({ bytes, role: 'image', widthLeast: 600, ground: null }) as const;

function drawing(): string[] {
  const table = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return table.split('\n').filter((line) => line.includes('drawing-process'));
}
/** Of tests before, which are about to end. */
let others: string[];
beforeEach(() => {
  others = drawing();
});
/** The drawing processes of this test. */
const processes = () => drawing().filter((line) => !others.includes(line));

function openMaker() {
  // As long as a busy machine may take.
  const maker = createPictureMaker({ drawingMaxMs: 120_000 });
  onTestFinished(() => maker.close());
  return maker;
}

test('pictures are made in one process, one after the other', async () => {
  const maker = openMaker();
  expect(processes()).toEqual([]);
  const bytes = await redPicture(1200, 630).png().toBuffer();
  const made = await Promise.all([1, 2, 3].map(() => maker.make(order(bytes))));
  expect(processes()).toHaveLength(1);
  for (const { files } of made)
    expect(await sharp(files?.[1]).metadata()).toMatchObject({ format: 'webp', width: 480 });
  maker.close();
  await eventually(() => expect(processes()).toEqual([]));
  expect((await maker.make(order(bytes))).fault).toBe('busy');
});

test('a process that dies takes one picture with it', async () => {
  const maker = openMaker();
  const dying = maker.make(order(endlessSvg()));
  await eventually(() => expect(processes()).toHaveLength(1));
  process.kill(Number.parseInt(processes()[0] ?? '', 10), 'SIGKILL');
  expect((await dying).fault).toBe('too_slow');
  const bytes = await redPicture(700, 400).png().toBuffer();
  expect((await maker.make(order(bytes))).fault).toBeNull();
});

test('more than can wait are turned away', async () => {
  const maker = openMaker();
  const made = await Promise.all(Array.from({ length: 25 }, () => maker.make(order(Buffer.from('x')))));
  expect(made.filter(({ fault }) => fault === 'busy')).toHaveLength(5);
  expect(made.filter(({ fault }) => fault === 'not_a_picture')).toHaveLength(20);
});
