import { Readable } from 'node:stream';
import type { Route } from '@zapdeck/contract/wire/route';
import { type Options, stringify } from 'csv-stringify/sync';
import type { FastifyInstance } from 'fastify';
import { type CallerFields, type Context, handle, type RouteDeps } from './contract-route.ts';

type CsvValue = string | number | boolean | Date | null | readonly string[];

export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => CsvValue>>;

/** Returns columns with the names of the fields. */
export const fieldColumns = <Name extends string>(
  ...names: readonly Name[]
): CsvColumns<Readonly<Record<Name, CsvValue>>> =>
  Object.fromEntries(names.map((name) => [name, (item: Readonly<Record<Name, CsvValue>>) => item[name]]));

const BYTE_ORDER_MARK = '\uFEFF';
/** Includes full-width signs. Some spreadsheets split cells at semicolons and line breaks, even within quotes. */
const FORMULA = /(^|[;\r\n])('*(?:[^\S\r\n]|\0)*[=+\-@＝＋－＠])/gu;
const GUARDED = /(^|[;\r\n])'('*(?:[^\S\r\n]|\0)*[=+\-@＝＋－＠])/gu;

function guardFormulas(text: string): string {
  const guarded = text.replace(FORMULA, "$1'$2");
  return /^[\t\r]/.test(guarded) ? `'${guarded}` : guarded;
}

const FORMAT: Options = {
  record_delimiter: '\r\n',
  // csv-stringify quotes cells with a comma or a quote by itself.
  quoted_match: /[;\t\r\n]|^\s|\s$/,
  cast: {
    boolean: String,
    date: (date) => date.toISOString(),
    // Arrays of texts. Numbers are not guarded, because the server writes them and they may be negative.
    object: (texts) => guardFormulas((texts as unknown as readonly string[]).join('; ')),
    string: guardFormulas,
  },
};

/** Returns CSV lines in which spreadsheets run no formula. */
export function csvLines(rows: CsvValue[][]): string {
  return stringify(rows, FORMAT);
}

/** Removes the apostrophes that an export puts before formulas. */
export function withoutGuards(cell: string): string {
  return cell.replace(/^'(?=[\t\r])/, '').replace(GUARDED, '$1$2');
}

async function* linesOf<Item>(
  columns: CsvColumns<Item>,
  first: IteratorResult<Item[], unknown>,
  batches: AsyncGenerator<Item[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  const written = (items: Item[]) => csvLines(items.map((item) => cells.map((cell) => cell(item))));
  try {
    yield BYTE_ORDER_MARK + csvLines([Object.keys(columns)]);
    if (first.done) return;
    yield written(first.value);
    for await (const items of batches) yield written(items);
  } finally {
    await batches.return(undefined);
  }
}

interface ListFile<T extends Route, C extends CallerFields, Item> {
  name: string;
  columns: CsvColumns<Item>;
  batches: (context: Context<T, C>) => AsyncGenerator<Item[]>;
}

const filesPerAdmin = { calls: 30, seconds: 600, perNode: true } as const;

/** Registers a CSV download. Reads the first batch before sending, so that errors get a response. */
export function handleFile<T extends Route & { response: 'csv' }, C extends CallerFields, Item>(
  app: FastifyInstance,
  deps: RouteDeps<C>,
  route: T,
  { name, columns, batches: read }: ListFile<T, C, Item>,
): void {
  const answer = async (context: Context<T, C>): Promise<Readable> => {
    const asFile = (lines: Iterable<string> | AsyncIterable<string>) => {
      const day = context.now.toISOString().slice(0, 10);
      void context.reply.header('content-disposition', `attachment; filename="zapdeck-${name}-${day}.csv"`);
      return Readable.from(lines);
    };
    if (context.request.method === 'HEAD') return asFile([]);
    const batches = read(context);
    const first = await batches.next();
    return asFile(linesOf(columns, first, batches));
  };
  handle<T, C>(app, deps, route, answer, { limit: filesPerAdmin });
}
