import type pg from 'pg';
import { vi } from 'vitest';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Filter?: string;
  Plans?: PlanNode[];
}

interface Sent {
  text: string;
  values: unknown[];
}

/** Returns the SELECT statements that `work` sends. */
export async function sentBy(pool: pg.Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const query = vi.spyOn(pool, 'query');
  await work();
  const calls = query.mock.calls as unknown as [config: { text: string }, values: unknown[]][];
  const sent = calls.map(([{ text }, values]) => ({ text, values }));
  query.mockRestore();
  return sent.filter(({ text }) => /^\s*(SELECT|WITH)/i.test(text));
}

function literal(value: unknown): string {
  // Parameters are text, numbers, null and lists of these.
  if (value === null) return 'NULL';
  const text = Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(one)).join(',')}}`
    : `${value as string | number}`;
  return `'${text.replaceAll("'", "''")}'`;
}

const execute = ({ values }: Sent) =>
  `EXECUTE hot ${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;

/** Executes a prepared statement and returns the nodes of its generic plan. */
export async function planOf(pool: pg.Pool, sent: Sent): Promise<PlanNode[]> {
  const client = await pool.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE hot AS ${sent.text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${execute(sent)}`,
    );
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode): void => {
      nodes.push(node);
      node.Plans?.forEach(visit);
    };
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error('EXPLAIN gave no plan');
    visit(plan);
    return nodes;
  } finally {
    client.release(true);
  }
}

/** Returns the plan of the last SELECT that `work` sends. */
export async function lastPlanOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<PlanNode[]> {
  const last = (await sentBy(pool, work)).at(-1);
  if (!last) throw new Error('Nothing was read');
  return planOf(pool, last);
}

export const rowsOf = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
