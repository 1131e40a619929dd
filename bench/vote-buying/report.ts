import { sequence } from '@zapdeck/server/testing/random';
import { requireResult, writeDocument } from '../documents.ts';
import { median, tableOf } from '../figures.ts';
import type { Size } from './instance.ts';
import type { AttackOutcome } from './attack-leaders.ts';
import type { Outcome } from './play-strategy.ts';

/** Name of the stored result. */
export const RESULT = 'vote-buying';
/** Places of `trending` that a buyer wants. */
export const FIRST = 20;
const WANTED = 17;
/** A campaign has this number of days, each with an order drawn at random. This number of campaigns is drawn. */
const [ORDERS, DRAWS] = [10, 10_000];

/** Result of a simulation. */
export interface VoteBuying {
  size: Size;
  accounts: number;
  /** Without the defence. */
  before: Outcome[];
  now: Outcome[];
  /** One strategy with fewer accounts. */
  fewer: Outcome[];
  /** Strategies of buyers who know the defence. */
  informed: Outcome[];
  attacked: AttackOutcome[];
  /** Mean quality of the first apps without bought votes, at different times. */
  quality: { lowest: number; highest: number };
}

const isHeld = ({ place, isToday }: Outcome) => place > FIRST && !isToday;
const whole = (number: number) => number.toLocaleString('en', { maximumFractionDigits: 0 });
const yes = (is: boolean) => (is ? 'yes' : 'no');

/** Returns the account-days per place gained, or a dash if the app gained none. */
function costOf({ accountDays, honestPlace, place }: Outcome): string {
  const gained = honestPlace - place;
  return gained > 0 ? (accountDays / gained).toFixed(2) : '–';
}

/** Draws orders at random. Returns the median of the best places of an app, and how often it is among the first. */
function drawOrders(apps: number): { place: number; isFirst: number } {
  const random = sequence(1);
  const best = Array.from({ length: DRAWS }, () =>
    Math.min(...Array.from({ length: ORDERS }, () => 1 + Math.floor(random() * apps))),
  );
  return { place: median(best), isFirst: best.filter((place) => place <= FIRST).length / DRAWS };
}

/** Columns of a table of outcomes. */
const of = {
  strategy: ({ strategy }: Outcome) => strategy,
  place: ({ place }: Outcome) => whole(place),
  today: ({ isToday }: Outcome) => yes(isToday),
  honestPlace: ({ honestPlace }: Outcome) => whole(honestPlace),
  votes: ({ votes }: Outcome) => whole(votes),
  accountDays: ({ accountDays }: Outcome) => whole(accountDays),
};

function voteBuyingText(result: VoteBuying): string {
  const { size, accounts, before, now, fewer, informed, attacked, quality } = result;
  const held = now.filter(isHeld).length;
  const drawn = drawOrders(size.apps);
  const placeBefore = (outcome: Outcome) => {
    const earlier = before.find(({ strategy }) => strategy === outcome.strategy);
    return earlier ? `${earlier.place}${earlier.isToday ? ', today' : ''}` : '–';
  };
  return [
    `${accounts} accounts, ${whole(size.visitsPerDay)} visits a day, ${whole(size.apps)} apps, ${size.days} days, seed ${size.seed}.`,
    `**The defence holds in ${held} of ${now.length} strategies; wanted: ${WANTED}.** Without it, the app stayed behind the first ${FIRST} in ${before.filter(isHeld).length} of ${before.length}. That instance was simulated apart, so its app is another one, chosen by the same rule.`,
    tableOf(now, {
      strategy: of.strategy,
      'place before the defence': placeBefore,
      place: of.place,
      'app of the day': of.today,
      'without bought votes': of.honestPlace,
      'bought votes': of.votes,
      'account-days': of.accountDays,
      'account-days per place': costOf,
      held: (outcome) => (isHeld(outcome) ? 'yes' : '**no**'),
    }),
    `In orders drawn at random once a day of the campaign, the best place of an app is ${whole(drawn.place)} (median), and it is among the first ${FIRST} in ${(100 * drawn.isFirst).toFixed(0)} % of the draws.`,
    `Fewer accounts with the strategy *${fewer[0]?.strategy ?? ''}*:`,
    tableOf(fewer, {
      accounts: of.votes,
      place: of.place,
      'app of the day': of.today,
      'account-days': of.accountDays,
      'account-days per place': costOf,
    }),
    'Buyers who know the defence. These strategies were added after it, and do not count in the goal:',
    tableOf(informed, {
      strategy: of.strategy,
      place: of.place,
      'app of the day': of.today,
      'without bought votes': of.honestPlace,
      'apps viewed per account': ({ viewed }) => whole(viewed),
      'account-days': of.accountDays,
      'account-days per place': costOf,
    }),
    `Attacks of ${attacked[0]?.accounts ?? 0} accounts on the first ${FIRST} apps of \`trending\`, within one hour. Places that these apps lose in the next two days, beside the same days without the attack:`,
    tableOf(attacked, {
      attack: ({ attack }) => attack,
      'account-days': ({ accountDays }) => whole(accountDays),
      'most places lost': ({ fall }) => whole(fall),
      mean: ({ meanFall }) => meanFall.toFixed(1),
    }),
    `Without bought votes, the first ${FIRST} apps have a mean quality of ${quality.lowest.toFixed(2)} to ${quality.highest.toFixed(2)}, from the fifth day on.`,
  ].join('\n\n');
}

/** Writes the tables of the stored result into the document and returns them. */
export async function writeVoteBuying(): Promise<string> {
  const result = await requireResult<VoteBuying>(RESULT);
  const text = voteBuyingText(result);
  await writeDocument('vote-buying.md', text);
  return text;
}
