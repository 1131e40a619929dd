import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/.bin/oxlint');
const run = promisify(execFile);

const featuresOf = (side: 'server' | 'web') =>
  readdirSync(join(ROOT, side, 'src/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const imports: readonly [file: string, imported: string, isAllowed: boolean][] = [
  // Every feature has a layer.
  ...featuresOf('server')
    .filter((name) => name !== 'votes')
    .map((name): [string, string, boolean] => [
      'server/src/features/votes/votes.ts',
      `../${name}/x.ts`,
      false,
    ]),
  ['server/src/features/hosts/hosts.ts', '../csv-exports/csv-exports.ts', false],
  ['server/src/features/csv-exports/csv-exports.ts', '../hosts/export-hosts.ts', true],
  ['server/src/features/csv-exports/csv-exports.ts', '../hosts/hosts.routes.ts', false],
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
  ['server/src/features/feed/page.ts', '../interactions/interactions.ts', false],
  ['server/src/features/feed/unseen/gaps.ts', '../../interactions/interactions.ts', false],
  ['server/src/features/feed/unseen/gaps.ts', '../../listings/present/present-app.ts', true],
  ['server/src/features/feed/unseen/gaps.ts', '../../../db/schema/votes.table.ts', true],
  ['server/src/features/listings/a.ts', '../feed/feed.ts', false],
  ['server/src/features/account/a.ts', '../people/people.ts', false],
  ['server/src/features/account/a.ts', '../audit-log/audit-log.ts', true],
  ['server/src/features/audit-log/audit-log.ts', '../auth/auth.ts', false],
  ['server/src/features/listings/b.ts', '../frames/checks/frame-check.ts', false],
  ['server/src/features/frames/b.ts', '../listings/present/present-app.ts', true],
  ['server/src/features/frames/b.ts', '../review/decisions/decisions.ts', false],
  ['server/src/features/review/queue/a.ts', '../decisions/decisions.ts', false],
  ['server/src/features/review/reports/a.ts', '../changes/decide-changes.ts', false],
  ['server/src/features/review/reports/a.ts', '../decisions/decisions.ts', true],
  ['server/src/features/review/reports/a.ts', '../b.ts', false],
  ['server/src/features/review/b.ts', './reports/reports.ts', true],
  // Folders and features that the order does not list.
  ['server/src/features/votes/cast/a.ts', '../count/b.ts', false],
  ['server/src/features/new-feature/a.ts', '../votes/votes.ts', false],
  ['server/src/features/listings/address/url-rules.ts', '../../../start/read-config.ts', false],
  ['server/src/features/listings/address/url-rules.ts', '../../../config.ts', true],
  ['server/src/start/start-server.ts', '../app.ts', true],
  ['server/src/start/all-jobs.ts', '../features/frames/checks/recheck.job.ts', true],
  ['server/src/start/main.ts', '../features/listings/listings.routes.ts', false],
  ['server/src/accounts/session.ts', '../features/auth/auth.ts', false],
  ['server/src/accounts/session.ts', '../db/schema/sessions.table.ts', true],
  ['server/src/accounts/session.ts', '../http/refusal.ts', true],
  ['server/src/http/language.ts', '../accounts/session.ts', false],
  ['server/src/http/language.ts', '../db/schema/sessions.table.ts', false],
  ['server/src/http/rate-limit.ts', '../db/schema/rate-limits.table.ts', true],
  ['server/src/deps.ts', './accounts/admission.ts', true],
  ['server/src/deps.ts', './features/instance/current-instance.ts', false],
  ['server/src/config.ts', './deps.ts', false],
  ['server/src/jobs/job.ts', '../deps.ts', false],
  ['server/src/jobs/queue.ts', '../features/frames/checks/recheck.job.ts', false],
  ['server/src/mail/letter.ts', '../features/makers/app-mails.ts', false],
  ['server/src/urls/fetch.ts', '../features/listings/address/url-rules.ts', false],
  ['server/src/db/client.ts', '../features/votes/votes.ts', false],
  ['server/src/db/client.ts', '../http/session.ts', false],
  ['server/src/db/schema/apps.table.ts', '../../features/listings/a.ts', false],
  ['server/src/app.ts', '../../web/src/lib/theme.ts', false],
  ['server/src/start/main.ts', '@zapdeck/web', false],
  ['server/src/http/html.ts', '../../../web/src/lib/theme.ts', false],
  ['server/src/features/feed/feed.ts', '../../../../web/src/lib/theme.ts', false],
  ['server/src/features/account/a.ts', '../../../../web/src/lib/theme.ts', false],
  ['server/src/features/audit-log/audit-log.ts', '../../../../web/src/lib/theme.ts', false],
  ['web/src/app/app.tsx', '../features/feed/feed-screen.tsx', true],
  ['web/src/features/feed/feed-screen.tsx', '../../lib/call.ts', true],
  ...featuresOf('web')
    .filter((name) => name !== 'feed')
    .map((name): [string, string, boolean] => ['web/src/features/feed/bar.tsx', `../${name}/x.tsx`, false]),
  ...[
    'state/deck.ts',
    'engine/actions.ts',
    'engine/voting/voting.ts',
    'parts/use-feed.ts',
    'parts/bar/bar.tsx',
  ].map((file): [string, string, boolean] => [
    `web/src/features/feed/${file}`,
    `${'../'.repeat(file.split('/').length)}submit/submit-form.tsx`,
    false,
  ]),
  ['web/src/features/feed/state/deck.ts', './feed-state.ts', true],
  ['web/src/features/feed/state/deck.ts', '../../../lib/call.ts', true],
  ['web/src/features/feed/state/deck.ts', '../engine/actions.ts', false],
  ['web/src/features/feed/state/deck.ts', '../create-feed.ts', false],
  ['web/src/features/feed/engine/actions.ts', '../state/deck.ts', true],
  ['web/src/features/feed/engine/actions.ts', './voting/voting.ts', true],
  ['web/src/features/feed/engine/actions.ts', '../parts/use-feed.ts', false],
  ['web/src/features/feed/engine/actions.ts', '../create-feed.ts', false],
  ['web/src/features/feed/engine/voting/voting.ts', '../../state/deck.ts', true],
  ['web/src/features/feed/engine/voting/voting.ts', '../../../../lib/call.ts', true],
  ['web/src/features/feed/engine/voting/voting.ts', '../recording/recording.ts', false],
  ['web/src/features/feed/engine/voting/voting.ts', '../actions.ts', false],
  ['web/src/features/feed/engine/voting/voting.ts', '../../parts/bar/bar.tsx', false],
  ['web/src/features/feed/parts/use-feed.ts', '../engine/actions.ts', true],
  ['web/src/features/feed/parts/use-feed.ts', '../create-feed.ts', false],
  ['web/src/features/feed/parts/bar/bar.tsx', '../use-feed.ts', true],
  ['web/src/features/feed/parts/bar/bar.tsx', '../../engine/actions.ts', true],
  ['web/src/features/feed/parts/bar/bar.tsx', '../overlay/overlays.tsx', false],
  ['web/src/features/feed/parts/bar/bar.tsx', '../../feed.tsx', false],
  ['web/src/features/feed/parts/cards/card.tsx', '../faces/poster.tsx', true],
  ['web/src/features/feed/parts/cards/card.tsx', '../../feed.tsx', false],
  ['web/src/features/feed/feed.tsx', './parts/bar/bar.tsx', true],
  ['web/src/lib/call.ts', '../features/feed/deck.ts', false],
  ['web/src/components/ui/button.tsx', '../../features/feed/deck.ts', false],
  ['web/src/components/ui/sheet.tsx', '../../lib/theme.ts', true],
  ['web/src/components/ui/button.tsx', '../../app/app.tsx', false],
  ['web/src/components/proof/ways.tsx', '../ui/button.tsx', true],
  ['web/src/components/ui/badge.tsx', '../proof/ways.tsx', false],
  ['web/src/lib/toasts.ts', '../components/ui/toast.tsx', false],
  ['web/src/lib/pending/votes.ts', '../call.ts', true],
  ['web/src/lib/session.ts', './pending/votes.ts', false],
  ['web/src/features/new-feature/a.ts', '../submit/submit-form.tsx', false],
  ['web/src/features/liked/parts/a.tsx', '../liked-row.tsx', false],
  ['web/src/features/submit/form.tsx', '@zapdeck/server/app', false],
  ['web/src/features/submit/page.tsx', '../../testing/render.ts', false],
  ['web/src/features/submit/page.test.tsx', '../../testing/render.ts', true],
];

/** Ways to import a module, in a folder whose order forbids it. */
const forms = [
  `import { used } from '../hosts/hosts.ts';`,
  `import type { Used } from '../hosts/hosts.ts';`,
  `export { used } from '../hosts/hosts.ts';`,
  `export * from '../hosts/hosts.ts';`,
  `void import('../hosts/hosts.ts');`,
].map((text) => ({ file: 'server/src/features/feed/forms.ts', text, isAllowed: false }));

/** Each sample is a separate line in its file. */
const samples = [
  ...imports.map(([file, imported, isAllowed]) => ({ file, text: `import '${imported}';`, isAllowed })),
  ...forms,
].map((sample, index, all) => {
  const line = all.slice(0, index).filter(({ file }) => file === sample.file).length + 1;
  return { ...sample, line };
});

let folder: string;
let output: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zapdeck-lint-'));
  await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  await cp(join(ROOT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
  for (const { file, text } of samples) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await appendFile(join(folder, file), `${text}\n`);
  }
  const refused = await run(OXLINT, ['--format=unix', '.'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  output = refused.stdout;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(samples)('an import of $text in $file is allowed: $isAllowed', ({ file, line, isAllowed }) => {
  const isRefused = output
    .split('\n')
    .some((found) => found.includes(`${file}:${line}:`) && /no-restricted-imports|import-order/.test(found));
  expect(isRefused).toBe(!isAllowed);
});
