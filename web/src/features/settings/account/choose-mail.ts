import {
  changeMailPreferences,
  type MailKind,
  type MailPreferences,
} from '@zapdeck/contract/mail-preferences';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { mailPreferencesKey } from '../maker/use-maker.ts';

interface Waiting {
  /** The value that the server has. */
  stored: boolean;
  /** Number of choices that have no answer yet. */
  unanswered: number;
}

const waiting = new Map<MailKind, Waiting>();
let last: Promise<unknown> = Promise.resolve();

function show(kind: MailKind, value: boolean): void {
  queryClient.setQueryData<MailPreferences>(
    mailPreferencesKey,
    (known) => known && { ...known, [kind]: value },
  );
}

/** Sends the choice after those before it, so that the server gets them in the order in which they were made. */
async function store(kind: MailKind, isWanted: boolean): Promise<boolean> {
  const send = async () => (await call(changeMailPreferences, { body: { [kind]: isWanted } }))[kind];
  const sent = last.then(send, send);
  last = sent;
  return sent;
}

/** Shows the choice at once and stores it. The last choice wins; if it fails, the stored value comes back. */
export async function chooseMail(kind: MailKind, isWanted: boolean): Promise<void> {
  // An answer that is under way does not know of this choice.
  void queryClient.cancelQueries({ queryKey: mailPreferencesKey });
  const state = waiting.get(kind) ?? { stored: !isWanted, unanswered: 0 };
  waiting.set(kind, state);
  state.unanswered += 1;
  show(kind, isWanted);
  try {
    state.stored = await store(kind, isWanted);
  } catch (error) {
    tellFailure(error, {
      action: 'change-mail-preferences',
      title: 'Your choice was not saved',
      text: 'Please check your connection and try again.',
    });
  } finally {
    state.unanswered -= 1;
    if (state.unanswered === 0) {
      waiting.delete(kind);
      show(kind, state.stored);
    }
  }
}
