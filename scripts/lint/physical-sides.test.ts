import { beforeAll, expect, test } from 'vitest';
import { lintSamples } from './lint.fixture.ts';

/** Classes of an element, and whether they are allowed. */
const samples: readonly [classes: string, isAllowed: boolean][] = [
  ['flex ml-2', false],
  ['-mr-px', false],
  ['md:pl-[3px]', false],
  ['pr-13!', false],
  ['left-1/2', false],
  ['md:right-auto', false],
  ['text-left', false],
  ['rounded-r-[28px]', false],
  ['rounded-tl-xl', false],
  ['border-l border-line', false],
  ['scroll-ml-4', false],
  ['ms-2 -me-px ps-1 pe-1', true],
  ['inset-s-2 inset-x-0', true],
  ['text-start text-center rounded-e-xl border-s border-line', true],
  ['rounded-lg border-red text-lg', true],
  ['right-hand left-over', true],
];

let refused: boolean[];
beforeAll(async () => {
  const quoted = samples.map(([classes]) => `export const classes = '${classes}';`);
  const spliced = samples.map(([classes]) => `export const of = (look: string) => \`${classes} \${look}\`;`);
  refused = await lintSamples('physical-sides', [...quoted, ...spliced]);
});

test.each(samples.map(([classes, isAllowed], index) => ({ classes, isAllowed, index })))(
  '$classes is allowed: $isAllowed',
  ({ isAllowed, index }) => {
    expect([refused[index], refused[index + samples.length]]).toEqual([!isAllowed, !isAllowed]);
  },
);
