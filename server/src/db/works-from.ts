const WORKS_FROM = /^-- works from (\d+\.\d+\.\d+)$/m;
const TAKES_AWAY = /\b(DROP (TABLE|COLUMN|TYPE|FUNCTION|CONSTRAINT)|RENAME|SET NOT NULL|SET DATA TYPE)\b/i;

/** Returns the version in the line `-- works from` of a migration, or null. */
export function worksFromOf(sql: string): string | null {
  return WORKS_FROM.exec(sql)?.[1] ?? null;
}

/** Returns true if the SQL removes something without a line `-- works from`. */
export function takesAwayUnsaid(sql: string): boolean {
  return TAKES_AWAY.test(sql) && worksFromOf(sql) === null;
}

const isLater = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) > 0;

export interface Ran {
  version: string;
  worksFrom: string | null;
}

/** Returns the files that later versions have run. */
export function ofLater<T extends Ran>(files: Iterable<T>, version: string): T[] {
  return [...files].filter((file) => isLater(file.version, version));
}

/** Returns why this version cannot use the database that later versions have changed; undefined if it can. */
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
