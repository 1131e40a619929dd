import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/.bin/oxlint');
const run = promisify(execFile);

/** A file, what it imports, and whether the house allows that. */
const imports: readonly [file: string, imported: string, isAllowed: boolean][] = [
  ['contract/src/a.ts', 'zod/mini', true],
  ['contract/src/b.ts', './a.ts', true],
  ['contract/src/c.ts', 'fastify', false],
  ['contract/src/d.ts', 'node:fs', false],
  ['contract/src/e.ts', '../../server/src/app.ts', false],
  ['server/src/app.ts', './features/votes/votes.routes.ts', true],
  ['server/src/features/feed/feed.ts', '../votes/votes.routes.ts', false],
  ['server/src/features/feed/deck.ts', '../votes/votes.ts', true],
  ['server/src/features/feed/page.ts', '../../testing/small-internet.ts', false],
  ['server/src/features/feed/page.test.ts', '../../testing/small-internet.ts', true],
  ['server/src/testing/test-app.ts', '../testing/test-database.ts', true],
  ['server/src/db/client.ts', '../features/votes/votes.ts', false],
  ['web/src/app/router.tsx', '../features/feed/feed-screen.tsx', true],
  ['web/src/features/feed/feed-screen.tsx', '../../lib/call.ts', true],
  ['web/src/features/feed/bar.tsx', '../submit/submit-form.tsx', false],
  ['web/src/features/feed/deck/deck.ts', '../../submit/submit-form.tsx', false],
  ['web/src/features/feed/deck/paging.ts', '../frames/frame.ts', true],
  ['web/src/lib/call.ts', '../features/feed/deck.ts', false],
  ['web/src/components/ui/button.tsx', '../../features/feed/deck.ts', false],
  ['web/src/components/ui/sheet.tsx', '../../lib/theme.ts', true],
  ['web/src/features/submit/form.tsx', '@zapdeck/server/app', false],
];

let folder: string;
let output: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zapdeck-lint-'));
  await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [file, imported] of imports) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(
      join(folder, file),
      `import * as other from '${imported}';\nexport const used = other;\n`,
    );
  }
  const refused = await run(OXLINT, ['--format=unix', '.'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  output = refused.stdout;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(imports)('%s importing %s: allowed %s', (file, _imported, isAllowed) => {
  const isRefused = output
    .split('\n')
    .some((line) => line.includes(`${file}:`) && line.includes('no-restricted-imports'));
  expect(isRefused).toBe(!isAllowed);
});
