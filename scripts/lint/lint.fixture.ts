import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Lints each text as a `.tsx` file of the web app. Returns for each whether the rule refuses it. */
export async function lintSamples(rule: string, files: readonly string[]): Promise<boolean[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zapdeck-lint-'));
  try {
    await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    await cp(join(ROOT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
    const web = join(folder, 'web/src');
    await mkdir(web, { recursive: true });
    for (const [index, file] of files.entries()) await writeFile(join(web, `sample-${index}.tsx`), file);
    const { stdout } = await run(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=unix', 'web'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    const refused = stdout.split('\n').filter((line) => line.includes(`zapdeck(${rule})`));
    return files.map((_, index) => refused.some((line) => line.includes(`sample-${index}.tsx:`)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
