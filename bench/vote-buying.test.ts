import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { careful, type Strategy, strategies } from './bought-strategies.ts';
import { type Bought, chooseBought } from './vote-buying/choose-bought.ts';
import { HONEST, makeHonestWorld } from './vote-buying/honest-world.ts';
import { DAY_MS, type Instance, START } from './vote-buying/instance.ts';
import { type Lab, openLab } from './vote-buying/lab.ts';
import { leaders } from './vote-buying/places.ts';
import { playStrategy } from './vote-buying/play-strategy.ts';
import { playSpan } from './vote-buying/replay.ts';
import { WINDOW_MS } from './vote-buying/honest-days.ts';

const size = { apps: 400, members: 200, visitsPerDay: 100, days: 11, seed: 1 };
const FIRST = 20;
const ACCOUNTS = 16;

let lab: Lab;
let instance: Instance;
let bought: Bought;
beforeAll(async () => {
  lab = await openLab();
  instance = await makeHonestWorld(lab, size);
  const { pool } = lab.connect(HONEST);
  bought = await chooseBought(pool, instance);
  await pool.end();
});
afterAll(() => lab.close());

const play = (strategy: Strategy, prepare: (pool: pg.Pool) => Promise<unknown> = async () => undefined) =>
  playStrategy(lab, instance, { strategy, accounts: ACCOUNTS, bought, prepare });

const named = (wanted: string): Strategy => {
  const found = strategies.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no strategy ${wanted}`);
  return found;
};

/** Lets the limit by early cards stop no buyer. */
const allEarly = (pool: pg.Pool) =>
  pool.query(
    'CREATE OR REPLACE FUNCTION is_early_card(kind deck_kind, page integer) RETURNS boolean LANGUAGE sql STABLE RETURN true',
  );

it('has twenty strategies', () => {
  expect(new Set(strategies.map(({ name }) => name)).size).toBe(20);
});

it('replays the honest days with the same places', async () => {
  const database = await lab.copy(HONEST, 'replayed');
  const end = START + 3 * DAY_MS;
  for (let start = START; start < end; start += WINDOW_MS)
    await playSpan(database, { start, end: start + WINDOW_MS });
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT app_id AS id FROM honest.places WHERE at = $1 ORDER BY place',
    [new Date(end)],
  );
  const places = await leaders(database.pool, size.apps, []);
  await database.pool.end();
  expect(places).toEqual(rows.map(({ id }) => id));
});

describe.each(['link campaign', 'search, tag and maker decks'])('%s', (name) => {
  it('lifts no app among the first, and makes none the app of the day', async () => {
    const { place, isToday } = await play(named(name));
    expect(place).toBeGreaterThan(FIRST);
    expect(isToday).toBe(false);
  });

  it('lifts it if votes count wherever the app was seen', async () => {
    const { place } = await play(named(name), (pool) =>
      pool.query(
        'ALTER TABLE votes ALTER is_seen_in_deck SET DEFAULT true, ALTER is_of_early_card SET DEFAULT true',
      ),
    );
    expect(place).toBeLessThanOrEqual(FIRST);
  });
});

describe('accounts that look for the app in its category', () => {
  const looking = named('many networks');

  it('lift it no further than an average app', async () => {
    const { place, isToday } = await play(looking);
    expect(place).toBeGreaterThan(FIRST);
    expect(isToday).toBe(false);
  });

  it('lift it among the first if all cards count as early', async () => {
    const { place } = await play(looking, allEarly);
    expect(place).toBeLessThanOrEqual(FIRST);
  });
});

describe('a burst from one network', () => {
  const burst = { ...careful, name: 'burst from one network', networks: 1, hours: [12, 13] } as const;

  it('lifts an app less than one from many networks', async () => {
    const one = await play(burst, allEarly);
    const many = await play({ ...burst, name: 'burst from many networks', networks: ACCOUNTS }, allEarly);
    expect(one.place).toBeGreaterThan(many.place);
    expect(one.votes).toBe(many.votes);
  });
});
