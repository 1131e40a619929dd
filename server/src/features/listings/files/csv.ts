import { setTimeout as delay } from 'node:timers/promises';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CSV_FIELD, CSV_ROWS_MAX } from '@zapdeck/contract/apps/bulk-upload';
import { CTRL_Z, csvDialect, csvEncoding } from '@zapdeck/contract/wire/csv-dialect';
import { AdminListing, type EditableField, listingFields } from '@zapdeck/contract/apps/listing';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import { firstHidden, isVisible, withoutZeroWidth } from '@zapdeck/contract/wire/readable';
import { message, filled, type Filled, type Marked, asValue } from '@zapdeck/contract/wire/message';
import type * as z from 'zod/mini';
import { Refusal } from '../../../http/refusal.ts';
import { withoutGuards } from '../../../http/send-csv.ts';
import { hostOf, type RuleOf } from '../../../urls/host-rules.ts';
import { normaliseUrl, type UrlRules } from '../address/url-rules.ts';

const csvFields: Readonly<Record<string, EditableField>> = listingFields;

/** Far more than the longest row. Detects a quote that is never closed. */
const RECORD_MAX_BYTES = 64 * 1024;

function refuseFile(fault: Marked): never {
  throw new Refusal('invalid_input', { message: fault, fields: { [CSV_FIELD]: fault } });
}

/** Decodes a file and normalises its line breaks, so that line numbers are the same on all systems. */
async function* readText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let isAfterReturn = false;
  const normalise = (decoded: string): string => {
    const text = decoded.replaceAll(CTRL_Z, '');
    const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') isAfterReturn = text.endsWith('\r');
    return rest.replace(/\r\n?/g, '\n');
  };
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(csvEncoding(chunk), { fatal: true });
      yield normalise(decoder.decode(chunk, { stream: true }));
    }
    yield normalise(decoder?.decode() ?? '');
  } catch (error) {
    if (error instanceof TypeError)
      refuseFile(message('The file is not UTF-8 text. Save it as “CSV UTF-8” and upload it again.'));
    throw error;
  }
}

async function readDialect(
  text: AsyncGenerator<string>,
): Promise<{ separator: string; rest: AsyncGenerator<string> }> {
  let beginning = '';
  while (beginning.trimStart().split('\n').length < 3 && beginning.length < RECORD_MAX_BYTES) {
    const { done, value } = await text.next();
    if (done) break;
    beginning += value;
  }
  const { separator, skipped } = csvDialect(beginning);
  const rest = async function* () {
    yield beginning.slice(skipped);
    yield* text;
  };
  return { separator, rest: rest() };
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

interface CsvLine {
  line: number;
  cells: string[];
}

async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvLine> {
  // Loaded on demand: it takes a megabyte that few nodes need.
  const { CsvError, parse } = await import('csv-parse');
  const { separator, rest } = await readDialect(readText(bytes));
  const parser = parse({
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    record_delimiter: '\n',
    max_record_size: RECORD_MAX_BYTES,
  });
  // The loop below receives errors of both streams from the parser.
  pipeline(Readable.from(rest), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      const breaks = record.join('').split('\n').length - 1;
      yield { line: info.lines - breaks, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError)
      refuseFile(filled('The file is not CSV. {reason}', { reason: error.message }));
    throw error;
  }
}

/** Time to check rows before other requests run, and time for these requests. */
const SLICE_MS = 3;

function readHeader(cells: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [position, cell] of cells.entries()) {
    const name = Object.keys(csvFields).find(
      (column) => column.toLowerCase() === withoutZeroWidth(cell).trim().toLowerCase(),
    );
    if (name !== undefined && positions.has(name))
      refuseFile(filled('The column {column} appears twice.', { column: name }));
    if (name !== undefined) positions.set(name, position);
  }
  const missing = Object.keys(csvFields).filter(
    (name) => csvFields[name]?.isOptional === false && !positions.has(name),
  );
  if (missing.length > 0)
    refuseFile(filled('These columns are missing: {columns}.', { columns: missing.join(', ') }));
  return positions;
}

interface CsvRules {
  rules: UrlRules;
  ruleOf: RuleOf;
}

const noPicture = { url: null, fault: null };

function valueOf({ kind, isOptional, choices }: EditableField, cell: string): unknown {
  if (kind === 'tags') return [...new Set(cell.split(';').map((tag) => tag.trim()))].filter(Boolean);
  if (cell === '' && isOptional) return null;
  return choices?.values.find((value) => value.toLowerCase() === cell.toLowerCase()) ?? cell;
}

const VALUE_MAX = 40;

function cellFaultOf(column: string, cell: string, { code, message: text }: z.core.$ZodIssue): Marked {
  const { kind, choices } = csvFields[column] ?? {};
  if (kind !== 'tags' && !isVisible(cell)) return filled('{column} is required', { column });
  if (choices) return { text: choices.unknown, values: { value: cutText(cell, VALUE_MAX) } };
  const hidden = code === 'custom' ? firstHidden(cell) : undefined;
  return hidden
    ? filled('{column}: invisible character {code} at position {place}', { column, ...hidden })
    : faultInColumn(column, text);
}

const faultInColumn = (column: string, fault: Marked) =>
  filled('{column}: {fault}', { column, fault: asValue(fault) });

function distinct(faults: readonly Marked[]): Marked[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

function readRow(
  cells: readonly string[],
  header: ReadonlyMap<string, number>,
  { rules, ruleOf }: CsvRules,
): AdminListing | Marked[] {
  const cell = (name: string): string =>
    withoutGuards(withoutZeroWidth(cells[header.get(name) ?? -1] ?? '')).trim();
  const parsed = AdminListing.safeParse(
    Object.fromEntries(Object.entries(csvFields).map(([name, field]) => [name, valueOf(field, cell(name))])),
  );
  const issues = parsed.error?.issues.map((issue) => {
    const column = String(issue.path[0]);
    return cellFaultOf(column, cell(column), issue);
  });
  const url = normaliseUrl(cell('url'), rules);
  const picture = cell('thumbnailUrl') === '' ? noPicture : normaliseUrl(cell('thumbnailUrl'), rules);
  const rule = url.fault === null ? ruleOf(hostOf(url.url)) : null;
  const faults = [
    ...(issues ?? []),
    ...(url.fault === null || cell('url') === '' ? [] : [faultInColumn('url', url.fault)]),
    ...(picture.fault === null ? [] : [faultInColumn('thumbnailUrl', picture.fault)]),
    ...(rule?.rule === 'blocked'
      ? [filled('{column} is on {host}, which is blocked here', { column: 'url', host: rule.host })]
      : []),
  ];
  if (!parsed.success || url.fault !== null || faults.length > 0) return distinct(faults);
  return { ...parsed.data, url: url.url, thumbnailUrl: picture.url };
}

function unusable(faulty: number, all: number, fields: Readonly<Record<string, readonly Marked[]>>): Filled {
  const named = JSON.stringify(fields);
  const missed = Object.entries(csvFields).find(
    ([column, { choices }]) =>
      choices &&
      (named.includes(JSON.stringify(choices.unknown)) || named.includes(JSON.stringify({ column }))),
  )?.[1].choices;
  if (!missed) return filled('Nothing was stored. Rows with mistakes: {faulty} of {all}.', { faulty, all });
  return filled('Nothing was stored. Rows with mistakes: {faulty} of {all}. The {choices} are: {values}.', {
    faulty,
    all,
    choices: asValue(missed.name),
    values: missed.values.join(', '),
  });
}

/** Reads the listings of a CSV file (RFC 4180). Rejects with `invalid_input`, with a field `line N` for each faulty row. */
export async function readCsv(bytes: AsyncIterable<Uint8Array>, rules: CsvRules): Promise<AdminListing[]> {
  let header: ReadonlyMap<string, number> | undefined;
  let columns = 0;
  let faulty = 0;
  let sliceBegan = performance.now();
  const rows: AdminListing[] = [];
  const fields: Record<string, Marked[]> = {};
  for await (const { line, cells } of readLines(bytes)) {
    if (!header) {
      header = readHeader(cells);
      columns = cells.length;
      continue;
    }
    if (performance.now() - sliceBegan > SLICE_MS) {
      await delay(SLICE_MS);
      sliceBegan = performance.now();
    }
    if (rows.length + faulty === CSV_ROWS_MAX)
      refuseFile(filled('At most {max} rows.', { max: CSV_ROWS_MAX }));
    const hasSurplus = cells.slice(columns).some((cell) => cell.trim() !== '');
    const row = hasSurplus
      ? [
          filled(
            'This row has more values than there are columns ({values} and {columns}). Put quotes around texts that contain the separator.',
            {
              values: cells.length,
              columns,
            },
          ),
        ]
      : readRow(cells, header, rules);
    if (!Array.isArray(row)) rows.push(row);
    else {
      faulty += 1;
      fields[`line ${line}`] = row;
    }
  }
  if (faulty > 0) {
    throw new Refusal('invalid_input', { message: unusable(faulty, rows.length + faulty, fields), fields });
  }
  if (rows.length === 0) refuseFile(message('The file has no rows.'));
  return rows;
}
