import type { App } from '@zapdeck/contract/apps';
import { currentApp, type Deck, type Exit, nextApp } from '../deck/deck.ts';

type Role = 'leaving' | 'current' | 'next';

/** One showing of a card on the stage. */
export interface Slot {
  seq: number;
  app: App;
  role: Role;
  exit: Exit | null;
  returning: Exit | null;
}

/**
 * What lies on the stage, in the order of the numbers, so that elements are only ever appended and removed: moving a
 * frame in the document would load it again.
 */
export function slotsOf(deck: Deck): Slot[] {
  const slots: Slot[] = [];
  const current = currentApp(deck);
  const next = current && nextApp(deck);
  if (deck.leaving) slots.push({ ...deck.leaving, role: 'leaving', returning: null });
  if (current)
    slots.push({ seq: deck.seq, app: current, role: 'current', exit: null, returning: deck.returning });
  if (next) slots.push({ seq: deck.nextSeq, app: next, role: 'next', exit: null, returning: null });
  return slots;
}
