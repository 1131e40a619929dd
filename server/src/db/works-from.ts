const WORKS_FROM = /^-- works from (\d+\.\d+\.\d+)$/m;
const TAKES_AWAY = /\b(DROP (TABLE|COLUMN|TYPE|FUNCTION|CONSTRAINT)|RENAME|SET NOT NULL|SET DATA TYPE)\b/i;

export function worksFromOf(sql: string): string | null {
  return WORKS_FROM.exec(sql)?.[1] ?? null;
}

export function takesAwayUnsaid(sql: string): boolean {
  return TAKES_AWAY.test(sql) && worksFromOf(sql) === null;
}

const isLater = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) > 0;

export interface Ran {
  version: string;
  worksFrom: string | null;
}

export function ofLater<T extends Ran>(files: Iterable<T>, version: string): T[] {
  return [...files].filter((file) => isLater(file.version, version));
}

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
