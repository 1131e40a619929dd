import { type Card, currentCard, type Deck, type Exit, nextCard } from '../../state/deck.ts';

export type Role = 'leaving' | 'current' | 'next';

export interface Slot {
  seq: number;
  card: Card;
  role: Role;
  exit: Exit | null;
  returning: Exit | null;
}

/** Returns the cards on the stage by their numbers. So elements are only appended and removed: a moved frame loads again. */
export function slotsOf(deck: Deck): Slot[] {
  const slots: Slot[] = [];
  const current = currentCard(deck);
  const next = current && nextCard(deck);
  if (deck.leaving) slots.push({ ...deck.leaving, role: 'leaving', returning: null });
  if (current)
    slots.push({ seq: deck.seq, card: current, role: 'current', exit: null, returning: deck.returning });
  if (next) slots.push({ seq: deck.nextSeq, card: next, role: 'next', exit: null, returning: null });
  return slots;
}
