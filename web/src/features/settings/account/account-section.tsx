import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import type { AccountDialog } from './account-dialogs.tsx';
import { AccountRow } from './account-row.tsx';
import { DataRow } from './data-row.tsx';
import { EmailRow } from './email-row.tsx';
import { LanguageRow } from './language-row.tsx';
import { LanguagesRow } from './languages-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { type Account, useAccount } from './use-account.ts';

const AccountDialogs = lazyPart(() => import('./account-dialogs.tsx'));

function Skeleton() {
  return (
    <div aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex items-center gap-4 border-t border-line py-4 first:border-t-0 md:py-5">
          <div className="skeleton size-11 shrink-0" />
          <div className="grid grow gap-2">
            <div className="skeleton h-4 w-24" />
            <div className="skeleton h-3.5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

function useAskedDialog({ hasPassword }: Account): AccountDialog | undefined {
  const asked = new URLSearchParams(useSearch()).get('dialog');
  return asked === 'delete' || (asked === 'password' && hasPassword) ? asked : undefined;
}

function Rows({ user, account }: { user: CurrentUser; account: Account }) {
  const [dialog, setDialog] = useState(useAskedDialog(account));
  const afterwards = useRef<() => void>(undefined);
  const email = user.email ?? '';
  return (
    <>
      <ul>
        <EmailRow email={email} account={account} onChange={() => setDialog('email')} />
        <PasswordRow email={email} account={account} onChange={() => setDialog('password')} />
        <LanguageRow />
        <LanguagesRow chosen={account.readsLanguages} />
        <DataRow />
        <AccountRow
          icon={UserRoundX}
          title={t`Delete account`}
          text={t`Deletes your account and all your data.`}
        >
          <Button
            variant="quiet"
            className="text-down-ink! max-sm:w-full"
            aria-haspopup="dialog"
            onClick={() => setDialog('delete')}
          >{t`Delete my account`}</Button>
        </AccountRow>
      </ul>
      <AccountDialogs
        open={dialog}
        user={user}
        account={account}
        onClose={(then) => {
          afterwards.current = then;
          setDialog(undefined);
        }}
        onClosed={() => afterwards.current?.()}
      />
    </>
  );
}

/** Account settings: email, password, language, data and deletion. */
export function AccountSection({ user }: { user: CurrentUser }) {
  const query = useAccount();
  return (
    <section>
      <h2 className="display mb-4 text-heading">{t`Account`}</h2>
      <div className="card px-5 md:px-7">
        <QueryView query={query} failure={t`Couldn’t load your account`} skeleton={<Skeleton />}>
          {(account) => <Rows user={user} account={account} />}
        </QueryView>
      </div>
    </section>
  );
}
