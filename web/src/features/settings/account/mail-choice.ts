import { changeMailPreferences, type MailPreferences } from '@zapdeck/contract/accounts/mail-preferences';
import { call } from '../../../lib/call.ts';
import { mailPreferencesKey } from '../maker/use-maker.ts';
import { storedChoice } from './stored-choice.ts';

/** Stores which mails the user wants. */
export const mailChoice = storedChoice({
  action: 'change-mail-preferences',
  queryKey: mailPreferencesKey,
  apply: (known: MailPreferences, choice: Partial<MailPreferences>) => ({ ...known, ...choice }),
  send: (choice) => call(changeMailPreferences, { body: choice }),
});
