/** Line of a migration that names the first version that works without what it removes. */
const WORKS_FROM = /^-- works from (\d+\.\d+\.\d+)$/m;
/** Statements that older versions cannot work without. */
const TAKES_AWAY = /\b(DROP (TABLE|COLUMN|TYPE|FUNCTION|CONSTRAINT)|RENAME|SET NOT NULL|SET DATA TYPE)\b/i;

/** Returns the oldest version that works on the schema after this file, or null. */
export function worksFromOf(sql: string): string | null {
  return WORKS_FROM.exec(sql)?.[1] ?? null;
}

/** Returns whether the SQL removes or renames something without naming the first version. */
export function takesAwayUnsaid(sql: string): boolean {
  return TAKES_AWAY.test(sql) && worksFromOf(sql) === null;
}

const isLater = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) > 0;

/** Version that ran a file, and the oldest one that may run beside it. */
export interface Ran {
  version: string;
  worksFrom: string | null;
}

/** Returns the files of later versions. */
export function ofLater<T extends Ran>(files: Iterable<T>, version: string): T[] {
  return [...files].filter((file) => isLater(file.version, version));
}

/** Explains why this version does not work on the schema; undefined if it does. */
export function refusalOf(later: readonly Ran[], version: string): string | undefined {
  const refusing = later.filter(({ worksFrom }) => worksFrom !== null && isLater(worksFrom, version));
  const [last] = refusing.sort((one, other) =>
    isLater(one.worksFrom ?? '', other.worksFrom ?? '') ? -1 : 1,
  );
  return (
    last &&
    `This is Zapdeck ${version}, and ${last.version} has changed the database so that it takes ${last.worksFrom} or newer: start such a version, or restore the backup from before the upgrade into an empty database.`
  );
}
