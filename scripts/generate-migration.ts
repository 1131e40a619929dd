import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const server = new URL('../server/', import.meta.url);
const meta = new URL('migrations/meta/', server);

const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
  cwd: fileURLToPath(server),
  stdio: 'inherit',
});
// drizzle compares the schema with the newest snapshot only.
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.sort().slice(0, -1)) rmSync(new URL(name, meta));
process.exitCode = status ?? 1;
