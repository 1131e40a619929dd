import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SOURCES = new URL('../../', import.meta.url).pathname;
const liveRegion = /role=("status"|\{[^}]*'status')|aria-live=/;
/** The toaster is always mounted, so its regions exist before every message. */
const ownRegions = ['components/ui/status.tsx', 'components/ui/toast.tsx'];

// A region that is inserted together with its text is not announced.
test('only Status and the toaster create live regions', async () => {
  const found: string[] = [];
  for await (const path of glob('**/*.tsx', { cwd: SOURCES }))
    if (liveRegion.test(await readFile(SOURCES + path, 'utf8'))) found.push(path);
  expect(found.sort()).toEqual(ownRegions);
});
