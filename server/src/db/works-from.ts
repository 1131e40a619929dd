/** How a migration that takes something away says which version was the first to do without it: a line of its own. */
const WORKS_FROM = /^-- works from (\d+\.\d+\.\d+)$/m;
/** What a version that still reads or writes it does not work without. */
const TAKES_AWAY = /\b(DROP (TABLE|COLUMN|TYPE|FUNCTION|CONSTRAINT)|RENAME|SET NOT NULL|SET DATA TYPE)\b/i;

/** The oldest version that works on the schema once this was run; null where it says nothing. */
export function worksFromOf(sql: string): string | null {
  return WORKS_FROM.exec(sql)?.[1] ?? null;
}

/** True for SQL that takes away or renames, and does not say from which version on the product works without. */
export function takesAwayUnsaid(sql: string): boolean {
  return TAKES_AWAY.test(sql) && worksFromOf(sql) === null;
}

const isLater = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) > 0;

/** Which version ran a file, and which it allows beside. */
export interface Ran {
  version: string;
  worksFrom: string | null;
}

/** Those of later versions than this one. */
export function ofLater<T extends Ran>(files: Iterable<T>, version: string): T[] {
  return [...files].filter((file) => isLater(file.version, version));
}

/** Why this version does not work on a schema that later versions ran these files of; undefined when it does. */
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
