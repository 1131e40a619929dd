import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { hiddenCategories } from '../hidden/is-hidden.ts';

/** Apps that the counts of decks exclude for a viewer. */
export interface HiddenCounts {
  /** Null if the viewer hides no category, tag or maker. */
  categories: readonly string[] | null;
  /** Approved apps per category that are hidden by a tag or by their maker. */
  others: Readonly<Record<string, number>>;
}

const hiddenBy = (kind: 'tag' | 'maker', column: string) =>
  `(SELECT ${column} FROM hidden WHERE user_id = $1 AND kind = '${kind}')`;

const READ_HIDDEN = `SELECT ${hiddenCategories('$1')} AS categories,
    (SELECT coalesce(json_object_agg(category, count), '{}') FROM (
      SELECT apps.category, count(*) FROM (
        SELECT app_id AS id FROM app_tags WHERE tag IN ${hiddenBy('tag', 'value')}
        UNION SELECT id FROM apps WHERE submitted_by IN ${hiddenBy('maker', 'maker_id')}
      ) AS found JOIN apps ON apps.id = found.id WHERE apps.status = 'approved' GROUP BY apps.category
    ) AS counted) AS others`;

/** Counts the approved apps that the viewer hides. Reads each app of a hidden tag or maker. */
export const countHidden = (db: Db, viewerId: string): Promise<HiddenCounts> =>
  run<HiddenCounts>(db, { text: READ_HIDDEN, values: [viewerId] }).then(one);

/** Returns the counts without the hidden apps. */
export function withoutHiddenApps(
  byCategory: ReadonlyMap<string, number>,
  { categories, others }: HiddenCounts,
): ReadonlyMap<string, number> {
  const shown = (category: string, apps: number) =>
    categories?.includes(category) ? 0 : Math.max(0, apps - (others[category] ?? 0));
  return new Map([...byCategory].map(([category, apps]) => [category, shown(category, apps)]));
}

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Returns the number of approved apps that are not in `shown`. */
export const countMissing = (all: ReadonlyMap<string, number>, shown: ReadonlyMap<string, number>): number =>
  sumOf(all) - sumOf(shown);
