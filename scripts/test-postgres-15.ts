import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { POSTGRES_15 } from '@zapdeck/server/testing/postgres-15';

/** The tests of the server on Debian's PostgreSQL 15: all of them, or the files that are named. */
if (!existsSync(POSTGRES_15)) {
  process.stdout.write(`skipped: there is no PostgreSQL 15 in ${POSTGRES_15} (Debian: postgresql-15)\n`);
  process.exit(0);
}
const child = spawn('vitest', ['run', '--project', 'postgres-15', ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, POSTGRES_15: 'all' },
  stdio: 'inherit',
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exit(code ?? 1);
