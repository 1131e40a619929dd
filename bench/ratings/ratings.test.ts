import { describe, expect, test } from 'vitest';
import { fieldsOf, readRObject } from './r-objects.ts';
import { hasRatings, ratings } from './ratings.fixture.ts';

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const characters = (text: string) => Buffer.concat([int(9), int(text.length), Buffer.from(text)]);
const header = Buffer.concat([Buffer.from('X\n'), int(2), int(0), int(0)]);
const END = int(254);
const symbol = (name: string) => Buffer.concat([int(1), characters(name)]);
const named = (name: Buffer, value: Buffer) => Buffer.concat([int(2 + 0x4_00), name, value]);
const strings = (...texts: string[]) =>
  Buffer.concat([int(16), int(texts.length), ...texts.map((text) => characters(text))]);

describe('R objects', () => {
  test('lists have named fields of integers and doubles', () => {
    const integers = [int(13), int(3), int(7), int(-1), int(2_000_000)];
    const doubles = [int(14), int(1), double(0.25)];
    const names = [named(symbol('names'), strings('a', 'b')), END];
    const list = [header, int(19 + 0x2_00), int(2), ...integers, ...doubles, ...names];
    const fields = fieldsOf(readRObject(Buffer.concat(list)));
    expect(fields.get('a')?.values).toEqual([7, -1, 2_000_000]);
    expect(fields.get('b')?.values).toEqual([0.25]);
  });

  test('a name that repeats refers to the first one', () => {
    const flag = (name: Buffer, text: string) => [
      int(10 + 0x2_00),
      int(1),
      int(1),
      named(name, strings(text)),
      END,
    ];
    const list = [header, int(19), int(2), ...flag(symbol('levels'), 'x'), ...flag(int(255 + 0x1_00), 'y')];
    const flags = readRObject(Buffer.concat(list)).values as ReturnType<typeof readRObject>[];
    expect(flags.map(({ attributes }) => attributes['levels']?.values)).toEqual([['x'], ['y']]);
  });

  test('an unknown type is refused', () => {
    expect(() => readRObject(Buffer.concat([header, int(3)]))).toThrow('type 3');
    expect(() => readRObject(Buffer.from('A\n'))).toThrow('XDR');
  });
});

test.runIf(hasRatings)('InstEval has 73,421 ratings by 2,972 students of 1,128 lecturers', () => {
  const count = (values: Iterable<number>) => new Set(values).size;
  expect(ratings).toHaveLength(73_421);
  expect(count(ratings.map(({ person }) => person))).toBe(2_972);
  expect(count(ratings.map(({ app }) => app))).toBe(1_128);
  expect(count(ratings.map(({ category }) => category))).toBe(14);
  expect(ratings.filter(({ isLiked }) => isLiked)).toHaveLength(15_754);
  expect(ratings.slice(0, 2)).toEqual([
    { person: 0, app: 524, category: 13, age: 2, isLiked: true, isDisliked: false },
    { person: 0, app: 559, category: 4, age: 1, isLiked: false, isDisliked: false },
  ]);
});
