import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions, say } from './command-line.ts';
import { requireResult, storeResult } from './documents.ts';
import { type AttackOutcome, playAttack } from './vote-buying/attack-leaders.ts';
import { HONEST, makeHonestWorld } from './vote-buying/honest-days.ts';
import type { Instance, InstanceApp } from './vote-buying/instance.ts';
import { type Lab, openLab } from './vote-buying/lab.ts';
import { chooseBought, honestQuality } from './vote-buying/places.ts';
import { type Outcome, playStrategy } from './vote-buying/play-strategy.ts';
import { FIRST, RESULT, type VoteBuying, writeVoteBuying } from './vote-buying/report.ts';
import { attacks, informed, type Strategy, strategies } from './vote-buying/strategies.ts';

/** Plays all strategies of vote buying and writes the document. With `--only` or `--seed`, prints only. */
const { only, seed, keep } = readOptions({
  // Names of strategies and attacks (comma-separated).
  only: '',
  // Another instance and other buyers. Prints only.
  seed: 1,
});
const size = { apps: 1_000, members: 4_000, visitsPerDay: 2_000, days: 14, seed };
const ACCOUNTS = 50;
/** One strategy is played with fewer accounts too. */
const [FEWER, ADAPTED] = [[25, 10, 5, 3], 'many networks'] as const;
/** Accounts that try to lower the first apps. */
const ATTACKERS = 100;
const AT_ONCE = 3;

const isChosen = (name: string) => only === '' || only.split(',').includes(name);

/** Makes the honest days, or reads them from the folder of an earlier run. */
async function openInstance(lab: Lab): Promise<Instance> {
  const file = keep === undefined ? undefined : join(keep, 'honest-apps.json');
  const kept = file && (await readFile(file, 'utf8').catch(() => undefined));
  if (kept) {
    const apps = JSON.parse(kept) as InstanceApp[];
    return { size, apps, members: [], byId: new Map(apps.map((app) => [app.appId, app])) };
  }
  const made = await makeHonestWorld(lab, size);
  if (file) await writeFile(file, JSON.stringify(made.apps));
  return made;
}

async function readHonestDays(lab: Lab, instance: Instance) {
  const { pool } = lab.connect(HONEST);
  try {
    const quality = await honestQuality(pool, instance, FIRST);
    return { bought: await chooseBought(pool, instance), quality };
  } finally {
    await pool.end();
  }
}

const lab = await openLab(keep);
try {
  const instance = await openInstance(lab);
  const { bought, quality } = await readHonestDays(lab, instance);
  say(JSON.stringify({ quality }));
  const playAll = async (games: readonly { strategy: Strategy; accounts: number }[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    const waiting = [...games.entries()];
    const playNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, game] = next;
        const outcome = await playStrategy(lab, instance, { ...game, bought });
        outcomes[index] = outcome;
        say(JSON.stringify(outcome));
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, playNext));
    // The database must stay until all have ended.
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return outcomes;
  };
  const chosen = [...strategies, ...informed].filter(({ name }) => isChosen(name));
  const outcomes = await playAll(chosen.map((strategy) => ({ strategy, accounts: ACCOUNTS })));
  const attacked: AttackOutcome[] = [];
  for (const attack of attacks.filter(isChosen)) {
    const outcome = await playAttack(lab, instance, { attack, accounts: ATTACKERS });
    attacked.push(outcome);
    say(JSON.stringify(outcome));
  }
  if (only === '' && seed === 1) {
    const adapted = strategies.filter(({ name }) => name === ADAPTED);
    const games = adapted.flatMap((strategy) => FEWER.map((accounts) => ({ strategy, accounts })));
    const fewer = await playAll(games);
    // Outcomes without the defence are kept: a server with the defence cannot repeat them.
    const { before } = await requireResult<VoteBuying>(RESULT);
    const isInformed = ({ strategy }: Outcome) => informed.some(({ name }) => name === strategy);
    const now = outcomes.filter((outcome) => !isInformed(outcome));
    const played = { size, accounts: ACCOUNTS, before, now, fewer, informed: outcomes.filter(isInformed) };
    const result = { ...played, attacked, quality };
    await storeResult(RESULT, result);
    process.stdout.write(`${await writeVoteBuying()}\n`);
  }
} finally {
  await lab.close();
}
