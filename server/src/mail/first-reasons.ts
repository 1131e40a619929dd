import { messages } from '@zapdeck/contract/wire/message';
import { sayMarkedIn } from '../languages/say.ts';
import type { ShownLanguage } from '../languages/shown-language.ts';

/** Canned reasons that a migration stores in every database, by label. */
export const firstReasons = messages({
  'Does not load':
    'We could not use the app at this address. Make sure it opens in a private window and on a phone, then resubmit.',
  'Needs an account':
    'People cannot try it without signing up or paying first. Send an address where it can be tried right away.',
  'Nothing to try':
    'This is a page to read, not something to use or play with. We show web apps that people can try right away.',
  'Text does not fit': 'Title, description or category do not say what the app does. Fix this and resubmit.',
  'Misleads people': 'It misleads people, asks for more than it needs, or opens things they didn’t ask for.',
  'Not for this deck': 'It is harmful, hateful or not meant for everyone, so it has no place here.',
});

const texts: readonly string[] = Object.values(firstReasons);

/** Returns the reason in a language. A reason in other words stays as it is. */
export const sayReason = (language: ShownLanguage, reason: string): string =>
  texts.includes(reason) ? sayMarkedIn(language, reason) : reason;
