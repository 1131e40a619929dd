import * as z from 'zod/mini';
import { LogPosition } from '../../db/log-position.ts';
import { Refusal } from '../../http/refusal.ts';
import { Dealt } from './dealt.ts';
import { Rest } from './rest.ts';

/** What a page is dealt from: the order of the deck's algorithm, or what comes behind it. */
const Cursor = z.union([Dealt, Rest]);
export type Cursor = z.infer<typeof Cursor>;

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** What a cursor hands on: the deck, and how far what it was dealt from had come, where there are replicas. */
export interface Handed {
  deck: Cursor;
  logPosition: LogPosition | null;
}

/** Between the two; no letter of either. */
const SEPARATOR = '.';

/** An opaque text that a client hands back for the next page. */
export const encodeCursor = ({ deck, logPosition }: Handed): string =>
  [
    Buffer.from(JSON.stringify(deck)).toString('base64url'),
    ...(logPosition === null ? [] : [logPosition]),
  ].join(SEPARATOR);

/** What the text stands for; whatever it says, it leads to approved apps only. `invalid_input`. */
export function decodeCursor(text: string): Handed {
  const [deck = '', logPosition = null] = text.split(SEPARATOR);
  const cursor = Cursor.safeParse(parse(deck));
  const handed = z.nullable(LogPosition).safeParse(logPosition);
  if (!cursor.success || !handed.success)
    throw new Refusal('invalid_input', { fields: { cursor: 'Not a cursor of this feed' } });
  return { deck: cursor.data, logPosition: handed.data };
}
