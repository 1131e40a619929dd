import type { Catalogue } from './catalogue.ts';
import { driveBare, driveSteadily, type Load } from './load.ts';
import { openRecorder, type Recorded } from './record.ts';
import { drivePgbench, makeReplay, type Replay, tryReplay } from './replay.ts';
import { type Call, makeScenarios, type Scenario } from './scenarios.ts';
import type { World } from './world.ts';

/** All runs of one scenario. */
export interface Measured extends Pick<Scenario, 'name' | 'connections' | 'target' | 'status'> {
  /** Round trips to the database for a request, the transaction's own included. */
  statements: number;
  real: Load[];
  bare: Load[];
  /** Requests a second, as far as SQL goes; empty where pgbench is not installed. */
  pgbench: number[];
  /** The same with the one statement alone that the scenario is held against. */
  pgbenchStatement: number[];
}

/** A scenario with what pgbench runs beside it. */
export interface Prepared {
  scenario: Scenario;
  replay: Replay;
  statementReplay: Replay | null;
}

/** The scenarios whose name has one of the words of `only` in it, which commas part, with the SQL that the server sends for `samples` requests of each. */
export async function prepareScenarios(
  world: Catalogue,
  { random, only, samples }: { random: () => number; only: string; samples: number },
): Promise<Prepared[]> {
  const recorder = await openRecorder(world);
  try {
    const tagOf = async (call: Call) => (await recorder.fetch(call)).headers.get('etag') ?? '';
    const scenarios = await makeScenarios(world, { random, tagOf });
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

/** A place for the runs of a scenario. */
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

/** Adds one run: the server, then its limits, right after one another. Returns requests a second. */
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
