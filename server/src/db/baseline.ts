/** The first migration. It makes the schema of version 0.3.0. */
export const BASELINE = 'migrations/0061_baseline.sql';
/** Last migration of version 0.3.0. */
const LAST_REPLACED = 'migrations/0061_early_cards.sql';
const STEP_BETWEEN = '28ab0b02';

/** How to go on with a database or backup that is older than the baseline. */
export const olderThanBaseline = {
  database: `The database was made by a version before 0.3.0, and nothing was changed. Start version 0.3.0 (commit ${STEP_BETWEEN}) on it once, then this version.`,
  backup: `The backup was made by a version before 0.3.0. Restore it with version 0.3.0 (commit ${STEP_BETWEEN}), then start this version on that database.`,
};

const isReplaced = ({ path }: { path: string }) =>
  path.startsWith('migrations/') && path !== BASELINE && path <= LAST_REPLACED;

/**
 * Returns the migrations of a database or backup, with the baseline in place of those that it replaces. Returns undefined if
 * they end before the baseline.
 */
export function sinceBaseline<T extends { path: string }>(
  migrations: readonly T[],
  baseline: T,
): T[] | undefined {
  const later = migrations.filter((migration) => !isReplaced(migration));
  if (later.length === migrations.length) return later;
  return migrations.some(({ path }) => path === LAST_REPLACED) ? [baseline, ...later] : undefined;
}
