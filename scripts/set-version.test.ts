import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  workspaces: string[];
};
const files = ['package-lock.json', ...['.', ...workspaces].map((folder) => join(folder, 'package.json'))];

/** Returns the distinct versions of our packages, by package and by lockfile. */
async function versionsIn(root: string): Promise<string[]> {
  const found = new Set<string>();
  for (const file of files) {
    const { version, packages = {} } = JSON.parse(await readFile(join(root, file), 'utf8')) as {
      version: string;
      packages?: Record<string, { version: string }>;
    };
    found.add(version);
    for (const folder of file === 'package-lock.json' ? ['', ...workspaces] : [])
      found.add(packages[folder]?.version ?? `none of ${folder}`);
  }
  return [...found];
}

let copy: string;
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'zapdeck-version-'));
  for (const file of files) await cp(join(ROOT, file), join(copy, file));
});
afterEach(() => rm(copy, { recursive: true, force: true }));

test('all packages have one version, also in the lockfile', async () => {
  expect(await versionsIn(ROOT)).toHaveLength(1);
});

test('sets the version everywhere, and changes nothing else', async () => {
  const run = (version: string) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'scripts/set-version.ts'), version], { cwd: copy });
  const [before = ''] = await versionsIn(ROOT);
  await run('7.8.9-rc.1');
  expect(await versionsIn(copy)).toEqual(['7.8.9-rc.1']);
  await run(before);
  for (const file of files)
    expect(await readFile(join(copy, file), 'utf8'), file).toBe(await readFile(join(ROOT, file), 'utf8'));
});

test('rejects an invalid version', async () => {
  const run = promisify(execFile)(process.execPath, [join(ROOT, 'scripts/set-version.ts'), 'v0.2'], {
    cwd: copy,
  });
  await expect(run).rejects.toThrow('Name a version');
});
