import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lackingInScripts } from './browser-support/in-scripts.ts';
import { lackingInStyles } from './browser-support/in-styles.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function find(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd: ROOT })) found.push(path);
  return found;
}

const read = async (pattern: string) =>
  Promise.all((await find(pattern)).map((path) => readFile(join(ROOT, path), 'utf8')));

/** Each program separately: the built web app and each demo app. */
const demoApps = (await find('demo/apps/*/index.html')).map((page) => join(dirname(page), '*'));
const programs = ['web/dist/{,assets/}*', 'demo/apps/*', ...demoApps];

let faults = 0;
for (const program of programs) {
  const [scripts, styles] = await Promise.all([read(`${program}.js`), read(`${program}.css`)]);
  // Prevents a silent pass. Shared parts of demo apps have only scripts.
  if (scripts.length + styles.length === 0) throw new Error(`There is nothing to check in ${program}.`);
  for (const found of [lackingInScripts(scripts), ...styles.map(lackingInStyles)]) {
    for (const [name, browsers] of found) {
      faults += 1;
      process.stdout.write(`${program}: no ${name} in ${browsers.join(', ')}\n`);
    }
  }
}
if (faults > 0) process.exit(1);
