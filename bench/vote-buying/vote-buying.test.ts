import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playAttack } from './attack-leaders.ts';
import { HONEST, makeHonestWorld, playSpan, WINDOW_MS } from './honest-days.ts';
import { DAY_MS, type Instance, START } from './instance.ts';
import { type Lab, openLab } from './lab.ts';
import { type Bought, chooseBought, honestOrder, orderNow } from './places.ts';
import { playStrategy } from './play-strategy.ts';
import { careful, type Strategy, strategies } from './strategies.ts';

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

/** Makes the accounts of the buyer old enough for all apps. */
const ALL_OLD = `CREATE FUNCTION grow_old() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.created_at := NEW.created_at - interval '60 days'; RETURN NEW; END $$;
  CREATE TRIGGER grow_old BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION grow_old()`;
/** Makes each view by the buyer's accounts count as one of a dealt card. */
const ALL_DEALT = `CREATE FUNCTION deal_all() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO dealt_views (user_id, app_id, viewed_at, network) VALUES (NEW.user_id, NEW.app_id, NEW.last_viewed_at,
        (SELECT network FROM vote_networks WHERE user_id = NEW.user_id LIMIT 1)) ON CONFLICT DO NOTHING;
      RETURN NULL; END $$;
  CREATE TRIGGER deal_all AFTER INSERT ON seen_apps FOR EACH ROW EXECUTE FUNCTION deal_all()`;

/** Lets all likes of the buyer count. */
const trustAll = async (pool: pg.Pool) => {
  await pool.query(ALL_OLD);
  await pool.query(ALL_DEALT);
};

it('has twenty strategies', () => {
  expect(new Set(strategies.map(({ name }) => name)).size).toBe(20);
});

it('replays the honest days with the same places', async () => {
  const end = START + 3 * DAY_MS;
  await lab.onCopy(HONEST, 'replayed', async (database) => {
    for (let start = START; start < end; start += WINDOW_MS)
      await playSpan(database, { start, end: start + WINDOW_MS });
    expect(await orderNow(database.pool)).toEqual(await honestOrder(database.pool, end));
  });
});

describe.each(['link campaign', 'many networks'])('%s', (name) => {
  it('lifts no app among the first, and makes none the app of the day', async () => {
    const { place, isToday } = await play(named(name));
    expect(place).toBeGreaterThan(FIRST);
    expect(isToday).toBe(false);
  });

  it('lifts it if votes count wherever the app was seen', async () => {
    const { place } = await play(named(name), trustAll);
    expect(place).toBeLessThanOrEqual(FIRST);
  });
});

describe.each(['best', 'both'] as const)('accounts that get the app by %s', (way) => {
  const strategy = { ...careful, name: `by ${way}`, way };

  it('lift it no further than without votes while they are young', async () => {
    const { place, honestPlace, isToday } = await play(strategy);
    expect(place).toBeGreaterThanOrEqual(honestPlace - 10);
    expect(place).toBeGreaterThan(FIRST);
    expect(isToday).toBe(false);
  });

  it('lift it among the first if they are old', async () => {
    const { place } = await play(strategy, (pool) => pool.query(ALL_OLD));
    expect(place).toBeLessThanOrEqual(FIRST);
  });
});

describe('a burst from one network', () => {
  const burst = {
    ...careful,
    name: 'burst from one network',
    way: 'best',
    networks: 1,
    hours: [12, 13],
  } as const;

  it('lifts an app less than one from many networks', async () => {
    const old = (pool: pg.Pool) => pool.query(ALL_OLD);
    const one = await play(burst, old);
    const many = await play({ ...burst, name: 'burst from many networks', networks: ACCOUNTS }, old);
    expect(one.place).toBeGreaterThan(many.place);
    expect(one.votes).toBe(many.votes);
  });
});

it('loses no place to views without a confirmed address', async () => {
  const attack = 'views without a confirmed address';
  expect(await playAttack(lab, instance, { attack, accounts: 20 })).toMatchObject({ fall: 0 });
});
