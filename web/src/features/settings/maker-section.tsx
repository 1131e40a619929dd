import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import {
  changeMailPreferences,
  type MailKind,
  type MailPreferences,
  MILESTONES,
} from '@zapdeck/contract/accounts/mail-preferences';
import type { MakerPage } from '@zapdeck/contract/accounts/maker-page';
import BellRing from 'lucide-react/icons/bell-ring';
import IdCard from 'lucide-react/icons/id-card';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { call } from '../../lib/call.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { AccountRow } from './rows.tsx';
import { useAccount } from './account.ts';
import { mailPreferencesKey, useMailPreferences, useMakerPage } from './maker.ts';
import { storedChoice } from './stored-choice.ts';

/** Stores which mails the user wants. */
export const mailChoice = storedChoice({
  action: 'change-mail-preferences',
  queryKey: mailPreferencesKey,
  apply: (known: MailPreferences, choice: Partial<MailPreferences>) => ({ ...known, ...choice }),
  send: (choice) => call(changeMailPreferences, { body: choice }),
});

const kinds = (): readonly { kind: MailKind; label: string }[] => [
  {
    kind: 'milestones',
    label: t`First ${plural(MILESTONES.likes, { one: '# like', other: '# likes' })} and first ${plural(MILESTONES.views, { one: '# view', other: '# views' })} of an app`,
  },
  { kind: 'weekly', label: t`Weekly summary (only when there’s news)` },
];

const title = () => t`Emails about your apps`;

/** Checkboxes for mails about the user's apps. */
function MailRow({ preferences }: { preferences: MailPreferences }) {
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

const MakerPageSheet = lazyPart(() => import('./maker-page-sheet.tsx'));

function Skeleton() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4 py-4 md:py-5">
      <div className="skeleton size-11 shrink-0" />
      <div className="grid grow gap-2">
        <div className="skeleton h-4 w-24" />
        <div className="skeleton h-3.5 w-3/5" />
      </div>
    </div>
  );
}

function PageRow({ page }: { page: MakerPage | null }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <AccountRow
        icon={IdCard}
        title={t`Your maker page`}
        text={
          page ? (
            <a
              href={page.pageUrl}
              className="inline-flex min-h-11 items-center font-medium text-brand-ink wrap-anywhere underline-offset-4 hover:underline"
            >
              {page.pageUrl.replace(/^https?:\/\//, '')}
            </a>
          ) : (
            t`A public page with your links and apps. Your name on each app links to it.`
          )
        }
      >
        <Button
          variant="secondary"
          className="max-sm:w-full"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {page ? t`Edit your page` : t`Create your page`}
        </Button>
      </AccountRow>
      <MakerPageSheet open={open} page={page} onClose={() => setOpen(false)} />
    </>
  );
}

/** Settings of the maker page and of mails about the user's apps. */
export function MakerSection() {
  const page = useMakerPage();
  const mails = useMailPreferences();
  return (
    <section>
      <h2 className="display mb-4 text-heading">{t`Maker page`}</h2>
      <div className="card divide-y divide-line px-5 md:px-7">
        <QueryView query={page} failure={t`Couldn’t load your page`} skeleton={<Skeleton />}>
          {(read) => (
            <ul>
              <PageRow page={read.page} />
            </ul>
          )}
        </QueryView>
        <QueryView query={mails} failure={t`Couldn’t load your email preferences`} skeleton={<Skeleton />}>
          {(preferences) => (
            <ul>
              <MailRow preferences={preferences} />
            </ul>
          )}
        </QueryView>
      </div>
    </section>
  );
}
