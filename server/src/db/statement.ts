import type { Db } from './client.ts';

/** SQL with its values, for $1, $2… in their order. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Puts a value into the statement that is being written and returns what stands for it in the text. */
export type Use = (value: unknown) => string;

/** Writes a statement; the text must depend on few things only, because each text is prepared once per connection. */
export function write(text: (use: Use) => string): Statement {
  const values: unknown[] = [];
  return { text: text((value) => `$${values.push(value)}`), values };
}

/**
 * A value that the planner does not look at. It would find every plan for one value cheaper than the plan for all, and
 * plan anew with each call, which can take longer than the call itself.
 */
export const unplanned = (value: string): string => `(SELECT ${value})`;

/**
 * So many texts have a name at a time: more than a node has unless somebody tries out settings for a long time, and then
 * all get new ones. What was prepared under the old names goes with its connection.
 */
const NAMES_MAX = 200;
const names = new Map<string, string>();
let named = 0;

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= NAMES_MAX) names.clear();
  named += 1;
  const name = `zapdeck_${named}`;
  names.set(text, name);
  return name;
}

const prepared = ({ text, values }: Statement, db: Db) =>
  db._.session.prepareQuery({ sql: text, params: values }, undefined, nameOf(text), false);

/**
 * Runs the statement on the database or in the transaction, prepared: a connection parses and plans each text once. The
 * caller knows the row's shape; moments come as text, `bigint` too.
 */
export async function run<Row extends object>(db: Db, statement: Statement): Promise<Row[]> {
  const { rows } = (await prepared(statement, db).execute()) as { rows: Row[] };
  return rows;
}
