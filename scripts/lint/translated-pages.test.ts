import { beforeAll, expect, test } from 'vitest';
import { lintSamples } from './lint.fixture.ts';

/** JSX, and whether its text survives a translator. Each is returned by a component with the props of `file`. */
const samples: readonly [jsx: string, isAllowed: boolean][] = [
  ['<p>{text}</p>', true],
  ['<p>{`${text} apps`}</p>', true],
  ['<p>{busy ? "Saving" : <b>Saved</b>}</p>', true],
  ['<p>One <b>two</b> three</p>', true],
  ['<p>One <b>{text}</b> three</p>', true],
  ['<p>One{" "}<b>two</b></p>', true],
  ['<p>{busy ? <b>Saving</b> : null}<span>{text}</span></p>', true],
  ['<p><b>One</b>{local}</p>', true],
  ['<p><b>One</b>{draw()}</p>', true],
  ['<p><b>One</b>{[1].map((n) => <i key={n}>{n}</i>)}</p>', true],
  ['<p><b>One</b>{content}</p>', true],
  ['<Card>One</Card>', true],
  ['<p><Trans>One <b>{text}</b> three</Trans></p>', true],
  ['<option value={text}>{text}</option>', true],
  ['<option>{text}</option>', false],
  ['<p>{text} apps</p>', false],
  ['<p>{text}{text}</p>', false],
  ['<p><b>One</b>{text}</p>', false],
  ['<p><b>One</b>{any}</p>', false],
  ['<p><b>One</b>{say()}</p>', false],
  ['<p><b>One</b>{text.length}</p>', false],
  ['<p><b>One</b>{busy && "two"}</p>', false],
  ['<p>{busy ? <b>One</b> : null}two</p>', false],
  ['<p><Card />two</p>', false],
  ['<Card><b>One</b>two</Card>', false],
  ['<p><>two</></p>', false],
  ['<p><Trans>One {text} <b>two</b></Trans></p>', false],
  ['<p><Trans>One <b>two</b></Trans>{busy ? <b>three</b> : null}</p>', false],
  ['<Card><Trans>One <b>two</b></Trans></Card>', false],
];

const file = (jsx: string) => `
import type { ReactElement, ReactNode } from 'react';
type Elements = ReactElement | null;
interface Props {
  text: string; busy: boolean; any: ReactNode; content: Elements; Card: () => Elements; Trans: () => Elements;
}
export function Sample({ text, busy, any, content, Card, Trans }: Props) {
  const local = busy ? <b>local</b> : null;
  const draw = () => { if (busy) return null; return <b>drawn</b>; };
  const say = () => text;
  void [any, content, Card, Trans, local, draw, say];
  return ${jsx};
}
`;

let refused: boolean[];
beforeAll(async () => {
  const files = samples.map(([jsx]) => file(jsx));
  const [alone, options] = await Promise.all([
    lintSamples('text-alone', files),
    lintSamples('option-value', files),
  ]);
  refused = files.map((_, index) => Boolean(alone[index] || options[index]));
});

test.each(samples.map(([jsx, isAllowed], index) => ({ jsx, isAllowed, index })))(
  '$jsx is allowed: $isAllowed',
  ({ isAllowed, index }) => {
    expect(refused[index]).toBe(!isAllowed);
  },
);
