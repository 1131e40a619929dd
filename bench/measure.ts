import type { Catalogue } from './catalogue.ts';
import { driveBare, driveSteadily, type Load } from './load.ts';
import { openRecorder, type Recorded } from './record.ts';
import { drivePgbench, makeReplay, type Replay, tryReplay } from './replay.ts';
import { makeScenarios, type Scenario } from './scenarios.ts';
import type { World } from './world.ts';

export interface Measured extends Pick<Scenario, 'name' | 'connections' | 'target' | 'status'> {
  /** Per request, including BEGIN and COMMIT. */
  statements: number;
  real: Load[];
  bare: Load[];
  /** Requests per second of the SQL alone; empty if pgbench is not installed. */
  pgbench: number[];
  /** Requests per second of the single statement of `ofStatement`; empty if pgbench is not installed. */
  pgbenchStatement: number[];
}

export interface Prepared {
  scenario: Scenario;
  replay: Replay;
  statementReplay: Replay | null;
}

/** Selects scenarios by the words in `only` and records the SQL of `samples` requests of each. */
export async function prepareScenarios(
  world: Catalogue,
  { random, only, samples }: { random: () => number; only: string; samples: number },
): Promise<Prepared[]> {
  const recorder = await openRecorder(world);
  try {
    const scenarios = await makeScenarios(world, { random, fetch: recorder.fetch });
    const prepared: Prepared[] = [];
    for (const scenario of scenarios.filter(({ name }) =>
      only.split(',').some((word) => name.includes(word)),
    )) {
      const { name, next, again, statement } = scenario;
      const requests: Recorded[][] = [];
      for (let index = 0; index < samples; index += 1) requests.push(await recorder.record(next(), again));
      const alone = requests.map((request) => request.filter(({ text }) => text.includes(statement ?? '')));
      const replay = await makeReplay(world, name, requests);
      const statementReplay =
        statement === undefined ? null : await makeReplay(world, `${name}: ${statement}`, alone);
      for (const one of [replay, statementReplay]) if (one) await tryReplay(world, one);
      prepared.push({ scenario, replay, statementReplay });
    }
    return prepared;
  } finally {
    await recorder.close();
  }
}

export function startMeasuring({ scenario, replay }: Prepared): Measured {
  const { name, connections, target, status } = scenario;
  return {
    name,
    connections,
    status,
    ...(target ? { target } : {}),
    statements: replay.statements,
    real: [],
    bare: [],
    pgbench: [],
    pgbenchStatement: [],
  };
}

/** Measures the server and then its limits. Returns requests per second. */
export async function addRun(
  world: World,
  url: string,
  { scenario, replay, statementReplay }: Prepared,
  { measured, seconds }: { measured: Measured; seconds: number },
): Promise<number> {
  const load = await driveSteadily(url, scenario, { seconds });
  measured.real.push(load);
  measured.bare.push(await driveBare(url, scenario, { seconds, folder: world.folder }));
  const extent = { seconds, connections: scenario.connections };
  const sql = await drivePgbench(world, replay, extent);
  if (sql !== null) measured.pgbench.push(sql);
  const one = statementReplay && (await drivePgbench(world, statementReplay, extent));
  if (one !== null) measured.pgbenchStatement.push(one);
  return load.perSecond;
}
