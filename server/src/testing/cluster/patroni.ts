import { join } from 'node:path';
import { POSTGRES_15 } from '../postgres-15.ts';
import type { Machine } from './machines.ts';

export const USER = 'postgres';
export const REST = 8008;

/** Patroni's default proportions, shortened for a local network. */
const PATRONI = { ttl: 8, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 0, failsafe_mode: true };

export const patroniConfig = ({ name, address }: Machine, all: readonly Machine[], folder: string) => ({
  scope: 'zapdeck',
  name,
  restapi: { listen: `${address}:${REST}`, connect_address: `${address}:${REST}` },
  // etcd API v2. With v3, Patroni before 3.1 can take the leader key back after a frozen primary continues (its
  // pull request 2689). Acknowledged writes would be lost.
  etcd: { hosts: all.map((other) => `${other.address}:2379`) },
  bootstrap: {
    dcs: {
      ...PATRONI,
      synchronous_mode: true,
      // Without it, a new primary accepts writes before a replica follows, and they are lost with it.
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          wal_keep_size: '512MB',
          shared_buffers: '32MB',
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
    basebackup: { checkpoint: 'fast' },
    pg_hba: ['local all all trust', 'host all all 0.0.0.0/0 trust', 'host replication all 0.0.0.0/0 trust'],
    authentication: { superuser: { username: USER }, replication: { username: 'replicator' } },
    parameters: {
      unix_socket_directories: join(folder, name),
      // In the folder, because shared memory of a killed server would stay.
      dynamic_shared_memory_type: 'mmap',
    },
  },
});

/** Calls Patroni's REST API. Throws its message on failure. */
export async function tellPatroni({ name, address }: Machine, what: string, body: object): Promise<void> {
  const options = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`http://${address}:${REST}/${what}`, options);
  if (!response.ok) throw new Error(`${name}, ${what}: ${await response.text()}`);
}

export async function readPatroni(address: string): Promise<{ members: { name: string; role: string }[] }> {
  const response = await fetch(`http://${address}:${REST}/cluster`);
  return (await response.json()) as { members: { name: string; role: string }[] };
}
