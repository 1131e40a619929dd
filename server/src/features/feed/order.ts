import type { Use } from '../../db/statement.ts';

/** A column that apps are ordered by, highest first. */
export interface Key {
  column: string;
  type: 'date' | 'float8' | 'int4' | 'int8' | 'timestamptz' | 'uuid';
}

/** Place of an app in an order: a value per key, as JSON has it. */
export type Position = readonly (number | string)[];

// Literals and not parameters, so that the planner can match the partial indexes.
export const IS_APPROVED = "apps.status = 'approved'";
/** SQL condition: the app has a place in the orders. Unreachable apps come after all others. */
export const IS_IN_ORDER = `${IS_APPROVED} AND apps.frame_status <> 'unreachable'`;

export const orderBy = (keys: readonly Key[]): string =>
  `ORDER BY ${keys.map(({ column }) => `${column} DESC`).join(', ')}`;

/** SQL condition: the app stands below the position. */
export function isBelow(use: Use, keys: readonly Key[], position: Position): string {
  const values = keys.map(({ type }, index) => `${use(position[index])}::${type}`);
  return `(${keys.map(({ column }) => column).join(', ')}) < (${values.join(', ')})`;
}
