import { Refusal } from '../../http/refusal.ts';
import * as z from 'zod/mini';
import { Deck } from './deck.ts';
import { Rest } from './rest.ts';

const Cursor = z.union([Deck, Rest]);
type Cursor = z.infer<typeof Cursor>;

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** The deck as an opaque text that a client hands back for the next page. */
export function encodeCursor(deck: Cursor): string {
  return Buffer.from(JSON.stringify(deck)).toString('base64url');
}

/** The deck that the cursor stands for; whatever it says, it leads to approved apps only. `invalid_input`. */
export function decodeCursor(cursor: string): Cursor {
  const deck = Cursor.safeParse(parse(cursor));
  if (!deck.success) throw new Refusal('invalid_input', { fields: { cursor: 'Not a cursor of this feed' } });
  return deck.data;
}
