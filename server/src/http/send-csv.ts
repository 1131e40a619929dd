import { Readable } from 'node:stream';
import type { Route } from '@zapdeck/contract/route';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { type Context, handle } from './contract-route.ts';

type CsvValue = string | number | boolean | Date | null | readonly string[];

/** The columns of a file in their order: what each is called, and what an item has in it. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => CsvValue>>;

const BYTE_ORDER_MARK = '\uFEFF';
/**
 * What a spreadsheet takes for the beginning of a formula; the wide forms too, which some read as the plain ones. Not only
 * where the text begins: where a comma separates decimals, cells end with a semicolon, and a quote within a line is none.
 */
const FORMULA = /(^|[;\r\n])('*(?:[^\S\r\n]|\0)*[=+\-@＝＋－＠])/gu;
const GUARDED = /(^|[;\r\n])'('*(?:[^\S\r\n]|\0)*[=+\-@＝＋－＠])/gu;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

function textOf(value: CsvValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join('; ');
  // Numbers of our own may be negative; a text is never to be run.
  const plain = text.replace(FORMULA, "$1'$2");
  return /^[\t\r]/.test(plain) ? `'${plain}` : plain;
}

/** Returns the text of a cell without the apostrophes that keep spreadsheets from running it. */
export function withoutGuards(cell: string): string {
  return cell.replace(/^'(?=[\t\r])/, '').replace(GUARDED, '$1$2');
}

/** One line of a file: RFC 4180, and nothing in it that a spreadsheet would run. */
export function csvLine(values: readonly CsvValue[]): string {
  const cells = values.map((value) => {
    const text = textOf(value);
    return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(',')}\r\n`;
}

async function* linesOf<Item>(
  columns: CsvColumns<Item>,
  first: IteratorResult<Item[], unknown>,
  batches: AsyncGenerator<Item[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  const written = (items: Item[]) => items.map((item) => csvLine(cells.map((cell) => cell(item)))).join('');
  try {
    yield BYTE_ORDER_MARK + csvLine(Object.keys(columns));
    if (first.done) return;
    yield written(first.value);
    for await (const items of batches) yield written(items);
  } finally {
    // Whoever hung up before the second one.
    await batches.return(undefined);
  }
}

/** A list of admins as a file. */
export interface ListFile<T extends Route, Item> {
  /** What is listed: the file is named for it and the day. */
  name: string;
  columns: CsvColumns<Item>;
  /** Everything that the filters of the call let through. */
  batches: (context: Context<T>) => AsyncGenerator<Item[]>;
}

/** Each goes through a whole table. */
const filesPerAdmin = { calls: 30, seconds: 600, perNode: true } as const;

/**
 * Registers the call that hands out a list as a file. A batch is read once whoever downloads has taken the one before, so
 * that a million rows need no more memory than one batch; the first before anything is sent, so that what cannot be read is
 * refused.
 */
export function handleFile<T extends Route & { response: 'csv' }, Item>(
  app: FastifyInstance,
  deps: Deps,
  route: T,
  { name, columns, batches: read }: ListFile<T, Item>,
): void {
  const answer = async (context: Context<T>): Promise<Readable> => {
    const asFile = (lines: Iterable<string> | AsyncIterable<string>) => {
      const day = context.now.toISOString().slice(0, 10);
      void context.reply.header('content-disposition', `attachment; filename="zapdeck-${name}-${day}.csv"`);
      return Readable.from(lines);
    };
    // Of a head nothing is taken, and nothing need be read.
    if (context.request.method === 'HEAD') return asFile([]);
    const batches = read(context);
    const first = await batches.next();
    return asFile(linesOf(columns, first, batches));
  };
  handle<T>(app, deps, route, answer, { limit: filesPerAdmin });
}
