import { join } from 'node:path';
import { POSTGRES_15 } from '../postgres-15.ts';
import type { Machine } from './machines.ts';

/** How PostgreSQL's user is called on Debian; it runs as nobody else. */
export const USER = 'postgres';
/** The port on which each Patroni answers. */
export const REST = 8008;

/** Short, because machines of one computer are near each other; the same proportions as Patroni's own. */
const PATRONI = { ttl: 8, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 0, failsafe_mode: true };

/** What the Patroni of a machine is told, of the machines that all have one. */
export const patroniConfig = ({ name, address }: Machine, all: readonly Machine[], folder: string) => ({
  scope: 'zapdeck',
  name,
  restapi: { listen: `${address}:${REST}`, connect_address: `${address}:${REST}` },
  // By its second interface: by the third, Patroni before 3.1 takes the lead back from whoever has it, once a primary that was
  // frozen goes on (its pull request 2689), and what was acknowledged meanwhile is rewound.
  etcd: { hosts: all.map((other) => `${other.address}:2379`) },
  bootstrap: {
    dcs: {
      ...PATRONI,
      synchronous_mode: true,
      // Or a new primary answers for as long as no replica follows it, and all of that goes if it is not the primary for long.
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          wal_keep_size: '512MB',
          shared_buffers: '32MB',
          // A replica that comes before the new primary has made its slot comes again that soon, not after five seconds.
          wal_retrieve_retry_interval: '500ms',
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: `${address},127.0.0.1:5432`,
    connect_address: `${address}:5432`,
    data_dir: join(folder, name, 'data'),
    bin_dir: POSTGRES_15,
    pgpass: join(folder, name, 'pgpass'),
    // One that is built anew need not wait for the next checkpoint.
    basebackup: { checkpoint: 'fast' },
    pg_hba: ['local all all trust', 'host all all 0.0.0.0/0 trust', 'host replication all 0.0.0.0/0 trust'],
    authentication: { superuser: { username: USER }, replication: { username: 'replicator' } },
    parameters: {
      unix_socket_directories: join(folder, name),
      // In the folder, and gone with it, where one that is killed would leave it to the whole computer.
      dynamic_shared_memory_type: 'mmap',
    },
  },
});

/** Asks the Patroni of the machine to do something; throws what it says when it does not. */
export async function tellPatroni({ name, address }: Machine, what: string, body: object): Promise<void> {
  const options = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`http://${address}:${REST}/${what}`, options);
  if (!response.ok) throw new Error(`${name}, ${what}: ${await response.text()}`);
}

/** The databases as Patroni knows them. */
export async function readPatroni(address: string): Promise<{ members: { name: string; role: string }[] }> {
  const response = await fetch(`http://${address}:${REST}/cluster`);
  return (await response.json()) as { members: { name: string; role: string }[] };
}
