import {
  changeMailPreferences,
  type MailKind,
  type MailPreferences,
  MILESTONES,
} from '@zapdeck/contract/mail-preferences';
import BellRing from 'lucide-react/icons/bell-ring';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { AccountRow } from './account-row.tsx';
import { useAccount } from './use-account.ts';
import { mailPreferencesKey } from '../maker/use-maker.ts';

const kinds: readonly { kind: MailKind; label: string }[] = [
  {
    kind: 'milestones',
    label: `First ${MILESTONES.likes} likes and first ${MILESTONES.views} views of an app`,
  },
  { kind: 'weekly', label: "Weekly summary (only when there's news)" },
];

const TITLE = 'Mails about your apps';

/** Stored as it is ticked; back to what it was when that fails. */
async function choose(kind: MailKind, isWanted: boolean): Promise<void> {
  // The other choice may be on its way too.
  const know = (value: boolean) =>
    queryClient.setQueryData<MailPreferences>(
      mailPreferencesKey,
      (known) => known && { ...known, [kind]: value },
    );
  know(isWanted);
  try {
    know((await call(changeMailPreferences, { body: { [kind]: isWanted } }))[kind]);
  } catch (error) {
    know(!isWanted);
    tellFailure(error, {
      action: 'change-mail-preferences',
      title: 'Your choice was not saved',
      text: 'Please check your connection and try again.',
    });
  }
}

/** Which mails about their apps the person wants. */
export function MailRow({ preferences }: { preferences: MailPreferences }) {
  const { data: account } = useAccount();
  return (
    <AccountRow
      icon={BellRing}
      title={TITLE}
      text={
        <div role="group" aria-label={TITLE}>
          {account?.isEmailVerified === false ? (
            <p className="mb-1">Confirm your email first to receive these.</p>
          ) : null}
          {kinds.map(({ kind, label }) => (
            <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={preferences[kind]}
                onChange={(event) => void choose(kind, event.target.checked)}
              />
              {label}
            </label>
          ))}
        </div>
      }
    />
  );
}
