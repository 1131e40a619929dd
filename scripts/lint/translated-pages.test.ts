import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

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
];

const file = (jsx: string) => `
import type { ReactElement, ReactNode } from 'react';
type Elements = ReactElement | null;
interface Props { text: string; busy: boolean; any: ReactNode; content: Elements; Card: () => Elements }
export function Sample({ text, busy, any, content, Card }: Props) {
  const local = busy ? <b>local</b> : null;
  const draw = () => { if (busy) return null; return <b>drawn</b>; };
  const say = () => text;
  void [any, content, Card, local, draw, say];
  return ${jsx};
}
`;

let folder: string;
let output: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zapdeck-lint-'));
  await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  await cp(join(ROOT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
  const web = join(folder, 'web/src');
  await mkdir(web, { recursive: true });
  for (const [index, [jsx]] of samples.entries())
    await writeFile(join(web, `sample-${index}.tsx`), file(jsx));
  const refused = await run(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=unix', 'web'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  output = refused.stdout;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(samples)('%s is allowed: %s', (jsx, isAllowed) => {
  const name = `sample-${samples.findIndex(([other]) => other === jsx)}.tsx:`;
  const isRefused = output.split('\n').some((line) => line.includes(name) && line.includes('zapdeck('));
  expect(isRefused).toBe(!isAllowed);
});
