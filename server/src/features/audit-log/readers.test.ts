import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../', import.meta.url));

/** Show the log to people, write it, or delete old entries. */
const ALLOWED =
  /^(features\/(audit-log\/|account\/own-data\.ts)|db\/(schema\/audit-log\.table|functions\/drop_verification)\.|start\/retention\.job\.ts|testing\/)/;

test('no feature decides anything from the audit log', () => {
  const readers = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|sql)$/.test(path) && !path.endsWith('.test.ts'))
    .filter((path) => /\baudit_log\b|audit-log\.table/.test(readFileSync(join(SOURCE, path), 'utf8')));
  expect(readers).toContain('features/audit-log/audit-log.ts');
  expect(readers.filter((path) => !ALLOWED.test(path))).toEqual([]);
});
