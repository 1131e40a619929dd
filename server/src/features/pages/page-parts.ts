import {
  ABOUT_NUMBERS_PLACEHOLDER,
  aboutNumbers,
  formatRoundedCount,
} from '@zapdeck/contract/instance/about-numbers';
import { TODAYS_APPS_PLACEHOLDER } from '@zapdeck/contract/instance/screens';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { LivePart } from '../../http/live-page.ts';
import { instancePart } from './instance-part.ts';
import { isLanguage, type ShownLanguage } from '../../languages/shown-language.ts';
import { todaysApps } from './todays-apps.ts';
import { speechIn } from '../../languages/say.ts';

const APPS_CACHE_S = 60;
const COUNTS_CACHE_S = 600;

async function countAboutNumbers(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ counted: number[] }>(sql`
    SELECT array[count(*), coalesce(sum(upvotes::bigint + downvotes), 0),
      (SELECT count(*) FROM users WHERE NOT is_guest), count(DISTINCT category)]::float8[] AS counted
    FROM apps WHERE status = 'approved'`);
  return one(rows).counted;
}

/** Returns the dynamic parts of prerendered pages. */
export function pageParts({
  db,
  clock,
  config,
  instance,
}: Pick<Deps, 'db' | 'clock' | 'config' | 'instance'>): LivePart[] {
  const readNumbers = async (language: ShownLanguage) =>
    config.countsForAbout
      ? (await countAboutNumbers(db)).map((count) =>
          formatRoundedCount(count, isLanguage(language) ? language : undefined),
        )
      : aboutNumbers.map(({ standard }) => standard);
  return [
    instancePart(instance, config.publicUrl),
    {
      places: [TODAYS_APPS_PLACEHOLDER],
      seconds: APPS_CACHE_S,
      read: async (language) => [(await todaysApps(db, clock(), speechIn(language))).text],
    },
    {
      places: [ABOUT_NUMBERS_PLACEHOLDER, ...aboutNumbers.map(({ place }) => place)],
      seconds: COUNTS_CACHE_S,
      read: async (language) => {
        const numbers = await readNumbers(language);
        return [numbers.join(' '), ...numbers];
      },
    },
  ];
}
