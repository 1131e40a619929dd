import { BEST } from '@zapdeck/contract/feed/decks';
import { newId } from '@zapdeck/server/db/columns';
import type { Database, Db } from '@zapdeck/server/db/client';
import { settleTakeback } from '@zapdeck/server/features/takebacks/settle';
import { sequence } from '@zapdeck/server/testing/random';
import { buyAccounts, type BoughtAccount, CAMPAIGN, signUp } from './accounts.ts';
import { HONEST, playSpan, WINDOW_MS } from './honest-days.ts';
import { addressOf, DAY_MS, HOUR_MS, type Instance, START } from './instance.ts';
import type { Lab } from './lab.ts';
import { honestOrder, leaders, orderNow } from './places.ts';
import { type Attack, careful } from './strategies.ts';
import { openDeck, reportApps, sendViews, sendVote, TRENDING } from './visits.ts';

const LEADING = 20;
const OTHER_APPS = 12;
const ATTACK_DAY = 5;
const DAYS_AFTER = 2;
const ACCOUNTS_PER_NETWORK = 5;
/** The first members share a network. */
const FIRST_OWN_NETWORK = 40;

export interface AttackOutcome {
  attack: Attack;
  accounts: number;
  accountDays: number;
  /** Most places that one of the first apps lost, beside the honest days. */
  fall: number;
  /** Mean of the places that they lost, when that was most. */
  meanFall: number;
}

/** Lets an account view the leading apps, and like or report them. */
async function attackBy(
  db: Db,
  account: BoughtAccount,
  { attack, rivals, now }: { attack: Attack; rivals: readonly string[]; now: Date },
): Promise<void> {
  const { ids } = await openDeck(db, account, BEST, now);
  await sendViews(db, account, ids.slice(0, OTHER_APPS), now);
  await openDeck(db, account, TRENDING, now);
  await sendViews(db, account, rivals, now);
  if (attack === 'likes that an admin takes back')
    for (const appId of rivals) await sendVote(db, account, { appId, voteType: 'up' }, now);
  if (attack === 'reports') await reportApps(db, account, rivals, now);
}

const SUSPEND = `UPDATE users SET suspended_at = $2, suspended_reason = 'Bought votes' WHERE id = ANY ($1)`;
const TAKE_BACK = `WITH made AS (INSERT INTO takebacks (id, created_at) VALUES ($1, $2))
  INSERT INTO takeback_accounts (takeback_id, user_id) SELECT $1, unnest($3::uuid[])`;

/** Does what an admin does a day after the attack. */
async function answer({ db, pool }: Database, attack: Attack, ids: readonly string[], now: Date) {
  if (attack === 'views of accounts that are suspended later') await pool.query(SUSPEND, [ids, now]);
  if (attack !== 'likes that an admin takes back') return;
  const takeback = newId();
  await pool.query(TAKE_BACK, [takeback, now, ids]);
  await settleTakeback(db, takeback, { isOver: () => false, clock: () => now });
}

/** Plays an attack on a copy of the honest days, and compares the places of the first apps with those of the honest days. */
export function playAttack(
  lab: Lab,
  instance: Instance,
  { attack, accounts: count }: { attack: Attack; accounts: number },
): Promise<AttackOutcome> {
  return lab.onCopy(HONEST, `attack_${attack.replaceAll(/[^a-z]+/g, '_')}`, async (database) => {
    const { pool } = database;
    const strategy = {
      ...careful,
      name: attack,
      networks: count / ACCOUNTS_PER_NETWORK,
      days: [ATTACK_DAY - 4],
    };
    const size = { count, size: instance.size, viewsOfDay: () => 0 };
    const accounts = buyAccounts(strategy, size, sequence(instance.size.seed));
    if (attack === "views from members' networks")
      for (const account of accounts) account.address = addressOf(FIRST_OWN_NETWORK + account.no);
    await signUp(pool, accounts);
    const ids = accounts.map(({ userId }) => userId);
    if (attack === 'views without a confirmed address')
      await pool.query('UPDATE users SET email_verified_at = NULL WHERE id = ANY ($1)', [ids]);
    const attackAt = CAMPAIGN + (ATTACK_DAY - 4) * DAY_MS + DAY_MS / 2;
    let [fall, meanFall] = [0, 0];
    for (let start = START; start < attackAt + DAYS_AFTER * DAY_MS; start += WINDOW_MS) {
      const end = start + WINDOW_MS;
      await playSpan(database, { start, end }, async () => {
        if (start === attackAt) {
          const rivals = await leaders(pool, LEADING);
          for (const account of accounts) {
            const now = new Date(start + (account.no / count) * HOUR_MS);
            await attackBy(database.db, account, { attack, rivals, now });
          }
        }
        if (start === attackAt + DAY_MS) await answer(database, attack, ids, new Date(start));
      });
      if (start < attackAt) continue;
      const [honest, now] = [await honestOrder(pool, end), await orderNow(pool)];
      const falls = honest.slice(0, LEADING).map((appId, index) => {
        const place = now.indexOf(appId) + 1;
        return (place === 0 ? now.length : place) - (index + 1);
      });
      fall = Math.max(fall, ...falls);
      meanFall = Math.max(meanFall, falls.reduce((sum, places) => sum + places, 0) / LEADING);
    }
    return { attack, accounts: count, accountDays: count * (strategy.ageDays + 1), fall, meanFall };
  });
}
