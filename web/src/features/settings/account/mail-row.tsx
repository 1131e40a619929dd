import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type MailKind, type MailPreferences, MILESTONES } from '@zapdeck/contract/accounts/mail-preferences';
import BellRing from 'lucide-react/icons/bell-ring';
import { AccountRow } from './account-row.tsx';
import { mailChoice } from './mail-choice.ts';
import { useAccount } from './use-account.ts';

const kinds = (): readonly { kind: MailKind; label: string }[] => [
  {
    kind: 'milestones',
    label: t`First ${plural(MILESTONES.likes, { one: '# like', other: '# likes' })} and first ${plural(MILESTONES.views, { one: '# view', other: '# views' })} of an app`,
  },
  { kind: 'weekly', label: t`Weekly summary (only when there’s news)` },
];

const title = () => t`Emails about your apps`;

/** Checkboxes for mails about the user's apps. */
export function MailRow({ preferences }: { preferences: MailPreferences }) {
  const { data: account } = useAccount();
  const { mutate } = useMutation(mailChoice);
  return (
    <AccountRow
      icon={BellRing}
      title={title()}
      text={
        <div role="group" aria-label={title()}>
          {account?.isEmailVerified === false ? (
            <p className="mb-1">{t`Confirm your email first to receive these.`}</p>
          ) : null}
          {kinds().map(({ kind, label }) => (
            <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-brand"
                checked={preferences[kind]}
                onChange={(event) => mutate({ [kind]: event.target.checked })}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      }
    />
  );
}
