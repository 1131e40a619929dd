import { statfs } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/client.ts';
import type { ConnectionPool } from '../db/connection-pool.ts';
import type { ReadPool } from '../db/read-pool.ts';
import { readFailingPurges } from '../jobs/purges.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { VERSION } from '../db/version.ts';

const BLOCKS = {
  zapdeck_disk_size_bytes: ['blocks', 'Size of the disk of DATA_DIR.'],
  zapdeck_disk_free_bytes: ['bavail', 'Free space on the disk of DATA_DIR.'],
} as const;

function measureDisk(folder: string, registers: Registry[]): void {
  for (const [name, [blocks, help]] of Object.entries(BLOCKS)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statfs(folder).catch(() => undefined);
        if (disk) gauge.set(disk[blocks] * disk.bsize);
        else gauge.remove();
      },
    });
  }
}

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

const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** One label for all unknown addresses, so that clients cannot create labels. */
const NO_ROUTE = 'none';

const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

export type Measured = object[];

export interface NodeMetrics {
  place: number;
  measureWith(measure: () => Promise<Measured>): void;
  measureAll(): Promise<Measured[]>;
}

interface Metrics {
  contentType: string;
  /** Runs for every response, so it makes no query. */
  countAnswer(request: FastifyRequest, reply: FastifyReply): void;
  /** Works without the database, and reports that it is unavailable. */
  read(): Promise<string>;
}

/** Labels the metrics of each worker. A sum, and its rates, would fall when a worker restarts. */
async function labelled(all: Measured[]): Promise<string> {
  const kept = all.map((measured) => measured.map((metric) => ({ ...metric, aggregator: 'sum' })));
  return AggregatorRegistry.aggregate(kept).metrics();
}

export interface MetricsSources {
  config: Pick<Config, 'dataDir'>;
  db: Db;
  pool: ConnectionPool;
  bulk: Pick<Database, 'pool'>;
  reads: ReadPool;
  jobs: JobQueue;
}

/** Counts and times the requests of this process. */
function measureRequests(registers: Registry[]): Metrics['countAnswer'] {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses by route, method and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, by route and method.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  return (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? NO_ROUTE;
    requests.inc({ method, route, status: reply.statusCode });
    durations.observe({ method, route }, reply.elapsedTime / 1_000);
  };
}

function measurePools({ pool, bulk }: MetricsSources, registers: Registry[]): void {
  const pools = [...new Set([pool, bulk.pool])];
  const sumOf = (count: (one: ConnectionPool) => number) => pools.reduce((sum, one) => sum + count(one), 0);
  const ofPool = {
    zapdeck_db_pool_connections: {
      help: 'Connections to the database.',
      read: () => sumOf((one) => one.totalCount),
    },
    zapdeck_db_pool_idle: { help: 'Idle connections.', read: () => sumOf((one) => one.idleCount) },
    zapdeck_db_pool_lost: {
      help: 'Leaked connections: taken and never released.',
      read: () => sumOf((one) => one.lostCount),
    },
    zapdeck_db_pool_waiting: { help: 'Requests that wait for a connection.', read: () => pool.waitingCount },
  };
  for (const [name, { help, read }] of Object.entries(ofPool)) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
  }
}

function measureFailedJobs(jobs: JobQueue, registers: Registry[]): void {
  const failed: Counter = new Counter({
    name: 'zapdeck_job_failures_total',
    help: 'Failed attempts of jobs by queue and outcome: retried or given_up.',
    labelNames: ['queue', 'outcome'],
    registers,
    collect() {
      failed.reset();
      for (const { queue, retried, givenUp } of jobs.failedAttempts()) {
        failed.inc({ queue, outcome: 'retried' }, retried);
        failed.inc({ queue, outcome: 'given_up' }, givenUp);
      }
    },
  });
}

/** Returns a function that reads, for the scrape, what the database knows of all nodes together. */
function measureDatabase({ db, jobs }: MetricsSources, registers: Registry[]): () => Promise<void> {
  const isUp = new Gauge({ name: 'zapdeck_db_up', help: '1 when the database answers, else 0.', registers });
  const queued = new Gauge({
    name: 'zapdeck_jobs',
    help: 'Jobs in the database, of all nodes together, by queue and state.',
    labelNames: ['queue', 'state'],
    registers,
  });
  const failingPurges = new Gauge({
    name: 'zapdeck_purge_failing_seconds',
    help: 'Time since the first failure of a purge of old data, by purge. Only purges whose last run failed.',
    labelNames: ['purge'],
    registers,
  });
  return async () => {
    const counts = await jobs.countByState().catch(() => undefined);
    isUp.set(counts ? 1 : 0);
    queued.reset();
    for (const { queue, state, count } of counts ?? []) queued.set({ queue, state }, count);
    failingPurges.reset();
    const failing = counts ? await readFailingPurges(db, new Date()).catch(() => []) : [];
    for (const { purge, seconds } of failing) failingPurges.set({ purge }, seconds);
  };
}

/** Creates the metrics of a process. With `node`, a scrape of one worker has the metrics of all workers. */
export function createMetrics(sources: MetricsSources, node?: NodeMetrics): Metrics {
  const ofNode = new Registry();
  const registry = new Registry();
  const info = new Gauge({
    name: 'zapdeck_info',
    help: 'Running version.',
    labelNames: ['version'],
    registers: [ofNode],
  });
  info.set({ version: VERSION }, 1);
  const countAnswer = measureRequests([registry]);
  measurePools(sources, [registry]);
  measureReplicas(sources.reads, [registry]);
  measureDisk(sources.config.dataDir, [ofNode]);
  const answering = new Gauge({
    name: 'zapdeck_workers',
    help: 'Processes of this node that answered this scrape.',
    registers: [ofNode],
  });
  const readDatabase = measureDatabase(sources, [ofNode]);
  measureFailedJobs(sources.jobs, [registry]);

  const measure = async (): Promise<Measured> =>
    (await Promise.all([registry.getMetricsAsJSON(), ofProcess.getMetricsAsJSON()])).flat();
  if (node) {
    for (const one of [registry, ofProcess]) one.setDefaultLabels({ worker: String(node.place) });
    node.measureWith(measure);
  }

  return {
    contentType: registry.contentType,
    countAnswer,
    async read() {
      await readDatabase();
      const all = node ? await node.measureAll() : undefined;
      answering.set(all?.length ?? 1);
      const ofWorkers = all ? await labelled(all) : `${await registry.metrics()}${await ofProcess.metrics()}`;
      return `${await ofNode.metrics()}${ofWorkers}`;
    },
  };
}
