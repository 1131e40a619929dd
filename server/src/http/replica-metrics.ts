import { Gauge, type Registry } from 'prom-client';
import type { ReadPool } from '../db/read-pool.ts';

export function measureReplicas(
  { hasReplicas, replicas, readsOfPrimary }: ReadPool,
  registers: Registry[],
): void {
  if (!hasReplicas) return;
  const reads: Gauge<'target'> = new Gauge({
    name: 'zapdeck_reads_total',
    help: 'Reads that a replica can serve, by the database that served them.',
    labelNames: ['target'],
    registers,
    collect() {
      reads.set({ target: 'primary' }, readsOfPrimary());
      for (const { name, reads: answered } of replicas) reads.set({ target: name }, answered);
    },
  });
  const isUsed: Gauge<'replica'> = new Gauge({
    name: 'zapdeck_replica_used',
    help: '1 while reads go to the replica, else 0.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, serves } of replicas) isUsed.set({ replica: name }, serves(null) ? 1 : 0);
    },
  });
  const lag: Gauge<'replica'> = new Gauge({
    name: 'zapdeck_replica_lag_seconds',
    help: 'Replication lag of the replica.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, lagSeconds } of replicas) lag.set({ replica: name }, lagSeconds() ?? Number.NaN);
    },
  });
}
