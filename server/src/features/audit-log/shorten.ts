import { cutText } from '@zapdeck/contract/wire/cut-text';

const SHOWN_MAX = 300;
const CONTEXT = 40;

function firstDifference(text: string, other: string): number {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at;
}

function excerpt(text: string, other: unknown): string {
  if (text.length <= SHOWN_MAX) return text;
  const start = typeof other === 'string' ? Math.max(0, firstDifference(text, other) - CONTEXT) : 0;
  const shown = cutText(text.slice(start), SHOWN_MAX);
  const end = start + shown.length;
  return `${start > 0 ? '…' : ''}${shown.toWellFormed()}${end < text.length ? '…' : ''}`;
}

type LoggedValues = Record<string, unknown>;

const isRecord = (value: unknown): value is LoggedValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shortened(values: LoggedValues, others: LoggedValues): LoggedValues {
  const entries = Object.entries(values).map(([name, value]) => {
    const other = others[name];
    if (typeof value === 'string') return [name, excerpt(value, other)];
    return [name, isRecord(value) ? shortened(value, isRecord(other) ? other : {}) : value];
  });
  return Object.fromEntries(entries) as LoggedValues;
}

/** Shortens long texts to the parts that differ, to keep pages of the log small. */
export const shorten = ({ before, after }: { before: LoggedValues; after: LoggedValues }) => ({
  before: shortened(before, after),
  after: shortened(after, before),
});
