import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { forgotPassword } from '@zapdeck/contract/accounts/account';
import { cancelEmailChange } from '@zapdeck/contract/accounts/change-email';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import Download from 'lucide-react/icons/download';
import KeyRound from 'lucide-react/icons/key-round';
import Languages from 'lucide-react/icons/languages';
import Mail from 'lucide-react/icons/mail';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useId, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { LanguageSelect } from '../../components/layout/language-select.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmailText } from '../../components/ui/email-text.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { call } from '../../lib/call.ts';
import { instance } from '../../lib/instance.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { listInWords } from '../../lib/localized.ts';
import { readSignInWays } from '../../lib/sign-in-ways.ts';
import { useAction } from '../../lib/use-action.ts';
import { useDataDownload } from '../../lib/use-data-download.ts';
import { useResendLink } from '../../lib/use-resend-link.ts';
import type { AccountDialog } from './account-dialogs.tsx';
import { AccountRow } from './rows.tsx';
import { LanguagesRow } from './languages-row.tsx';
import { type Account, refreshAccount, useAccount } from './account.ts';

function DataRow() {
  const { pending, start } = useDataDownload();
  return (
    <AccountRow icon={Download} title={t`Your data`} text={t`All your data, as one JSON file.`}>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        pending={pending ? t`Preparing…` : undefined}
        onClick={start}
      >{t`Download my data`}</Button>
    </AccountRow>
  );
}

/** Row with the language of the account. Renders nothing if there is only one. */
function LanguageRow() {
  const id = useId();
  if (instance.languages.length < 2) return null;
  return (
    <AccountRow
      icon={Languages}
      title={<label htmlFor={id}>{t`Language`}</label>}
      text={t`For screens and emails.`}
    >
      <div className="w-full sm:w-56">
        <LanguageSelect id={id} isMember />
      </div>
    </AccountRow>
  );
}

interface Props {
  email: string;
  account: Account;
  onChange: () => void;
}

function CancelButton({ email }: { email: string }) {
  const { pending, start } = useAction({
    work: async () => {
      await call(cancelEmailChange, {});
      refreshAccount();
    },
    success: { title: t`Change cancelled`, description: t`Your email stays ${email}.` },
    failure: {
      action: 'cancel-email-change',
      title: t`Couldn’t cancel the change`,
    },
  });
  return (
    <Button
      variant="quiet"
      className="max-sm:w-full"
      pending={pending ? t`Cancelling…` : undefined}
      onClick={start}
    >{t`Cancel the change`}</Button>
  );
}

function ResendButton({ email }: { email: string }) {
  const { pending, start } = useResendLink(email);
  return (
    <Button
      variant="secondary"
      className="max-sm:w-full"
      pending={pending ? t`Sending…` : undefined}
      onClick={start}
    >{t`Send the link again`}</Button>
  );
}

/** Row with the email address, a pending one, and their actions. */
function EmailRow({ email, account: { isEmailVerified, pendingEmail }, onChange }: Props) {
  return (
    <AccountRow
      icon={Mail}
      title={t`Email`}
      text={
        <div className="grid gap-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              <EmailText>{email}</EmailText>
            </span>
            <Badge tone={isEmailVerified ? 'up' : 'amber'}>
              {isEmailVerified ? t`Confirmed` : t`Not confirmed`}
            </Badge>
          </span>
          {pendingEmail === null ? null : (
            <p className="wrap-anywhere">
              {t`Open the link that we sent to ${pendingEmail}. Your email changes then.`}
            </p>
          )}
        </div>
      }
    >
      <div
        className={`flex flex-wrap justify-end gap-2.5 max-sm:w-full ${pendingEmail === null ? '' : 'sm:flex-col'}`}
      >
        {isEmailVerified || pendingEmail !== null ? null : <ResendButton email={email} />}
        <Button
          variant="secondary"
          className="max-sm:w-full"
          aria-haspopup="dialog"
          onClick={onChange}
        >{t`Change email`}</Button>
        {pendingEmail === null ? null : <CancelButton email={email} />}
      </div>
    </AccountRow>
  );
}

interface PasswordRowProps {
  email: string;
  account: Account;
  onChange: () => void;
}

function useProviderNames(ids: Account['linkedProviders']): string {
  const { data } = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: readSignInWays,
    enabled: ids.length > 0,
  });
  return listInWords(ids.map((id) => data?.providers.find((provider) => provider.id === id)?.name ?? id));
}

/** Row that opens the password dialog. An account without a password gets a link by email. */
function PasswordRow({ email, account, onChange }: PasswordRowProps) {
  const names = useProviderNames(account.linkedProviders);
  const { pending, start } = useAction({
    work: () => call(forgotPassword, { body: { email } }),
    success: {
      title: t`Check your email`,
      description: t`A link to choose a password is on its way to ${email}.`,
    },
    failure: {
      action: 'choose-password',
      title: t`Couldn’t send the link`,
    },
  });
  if (!account.hasPassword) {
    return (
      <AccountRow
        icon={KeyRound}
        title={t`Password`}
        text={t`You sign in with ${names}. With a password you can sign in by email too.`}
      >
        <Button
          variant="secondary"
          className="max-sm:w-full"
          pending={pending ? t`Sending…` : undefined}
          onClick={start}
        >{t`Choose a password`}</Button>
      </AccountRow>
    );
  }
  return (
    <AccountRow
      icon={KeyRound}
      title={t`Password`}
      text={
        names === '' ? t`You sign in with your email and a password.` : t`You also sign in with ${names}.`
      }
    >
      <Button variant="secondary" className="max-sm:w-full" onClick={onChange}>{t`Change password`}</Button>
    </AccountRow>
  );
}

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
