import * as z from 'zod/mini';
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

/** An opaque text that a client hands back for the next page. */
export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** What the text stands for; whatever it says, it leads to approved apps only. `invalid_input`. */
export function decodeCursor(text: string): Cursor {
  const cursor = Cursor.safeParse(parse(text));
  if (!cursor.success)
    throw new Refusal('invalid_input', { fields: { cursor: 'Not a cursor of this feed' } });
  return cursor.data;
}
