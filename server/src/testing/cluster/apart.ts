import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareHome } from '../../db/embedded/home.ts';
import { clusterFolder } from '../cluster-folder.ts';
import { withinMinute } from '../eventually.ts';
import type { Target } from '../write-once.ts';
import { addApps, ask } from '../lone-node.ts';
import { startArguments, waitUntilOk } from '../server-process.ts';
import { type Machine, type Machines, startMachines } from './machines.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PORT = 3000;
const DATABASE_PORT = 5432;

interface Apart {
  machines: Machines;
  database: Machine;
  node: Machine;
  target: Target;
  appIds: string[];
  close: () => Promise<void>;
}

/** Starts both. `nameOf` replaces the address in the node's database URL. */
export async function startApart(
  env: Record<string, string> = {},
  nameOf: (address: string) => string = (address) => address,
): Promise<Apart> {
  const folder = await clusterFolder();
  const machines = await startMachines(['db', 'app'], folder.path);
  const [database, node] = ['db', 'app'].map((name) => machines.byName.get(name)) as [Machine, Machine];
  const { binaries, dataFolder, owner } = await prepareHome(folder.path);
  await appendFile(join(dataFolder, 'pg_hba.conf'), 'host all all 0.0.0.0/0 trust\n');
  const settings = ['-c', `listen_addresses=${database.address}`, '-c', 'unix_socket_directories='];
  database.start(binaries.postgres, ['-D', dataFolder, ...settings], { user: String(owner?.uid) });
  const connection = { host: database.address, user: 'zapdeck', database: 'postgres' };
  const query: Target['query'] = (sql, values) => ask(connection, sql, values);
  await withinMinute(() => query('SELECT 1'));
  const url = `http://${node.address}:${PORT}`;
  node.start(process.execPath, startArguments(), {
    cwd: ROOT,
    env: {
      PORT: String(PORT),
      HOST: node.address,
      PUBLIC_URL: url,
      DEMO: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      DATA_DIR: join(folder.path, 'node'),
      DATABASE_URL: `postgres://zapdeck@${nameOf(database.address)}:${DATABASE_PORT}/postgres`,
      ...env,
    },
  });
  await waitUntilOk(`${url}/readyz`);
  return {
    machines,
    database,
    node,
    target: { urls: [url], origin: url, query },
    appIds: await addApps(query),
    async close() {
      await machines.close();
      await folder.remove();
    },
  };
}
