import { existsSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const paths: string[] = [];
for await (const path of glob(['*.md', '.github/*.md', 'docs/**/*.md'], { cwd: ROOT })) paths.push(path);
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

/** Returns the targets of links and pictures, without those of code blocks. */
function targetsOf(markdown: string): string[] {
  const text = markdown.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '');
  const found = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)];
  return found.map(([, link, source]) => link ?? source ?? '').filter((target) => !/^https?:/.test(target));
}

/** Returns the anchors of the headings, as GitHub derives them. */
function anchorsOf(markdown: string): string[] {
  const headings = markdown.replace(/```[^]*?```/g, '').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(paths)('links of %s lead to files and headings that exist', async (path) => {
  for (const target of targetsOf(await read(path))) {
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : normalize(join(dirname(path), file));
    expect(existsSync(join(ROOT, found)), target).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(await read(found)), target).toContain(anchor);
  }
});

/** The changelog also names files of earlier versions. */
const current = paths.filter((path) => path !== 'CHANGELOG.md');

test.each(current)('source files that %s names in code exist', async (path) => {
  const text = (await read(path)).replace(/```[^]*?```/g, '');
  // Names in capitals are placeholders.
  const named = text.matchAll(
    /`((?:bench|contract|e2e|hosting|media|scripts|server|web)\/[a-z\d./_-]+\.[a-z]+)`/g,
  );
  for (const [, file = ''] of named) expect(existsSync(join(ROOT, file)), file).toBe(true);
});

test('docs/security-asvs.md names tests that exist', async () => {
  const text = await read('docs/security-asvs.md');
  const named = [...text.matchAll(/\]\(\.\.\/(\S+\.(?:test|spec)\.ts)\)(?: “([^”]+)”)?/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [link, file = '', title] of named) {
    expect(title, `${link} needs the name of a test`).toBeDefined();
    expect(await read(file), file).toContain(title);
  }
});

test('all pictures of docs/screens are shown by a document', async () => {
  const shown = await Promise.all(paths.map(async (path) => targetsOf(await read(path))));
  const names = shown.flat().map((target) => target.split('/').at(-1));
  for (const picture of await readdir(join(ROOT, 'docs/screens'))) expect(names).toContain(picture);
});
