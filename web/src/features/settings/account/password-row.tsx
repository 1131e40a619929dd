import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { forgotPassword } from '@zapdeck/contract/accounts/account';
import KeyRound from 'lucide-react/icons/key-round';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { listInWords } from '../../../lib/list-in-words.ts';
import { readSignInWays } from '../../../lib/sign-in-ways.ts';
import { useAction } from '../../../lib/use-action.ts';
import { AccountRow } from './account-row.tsx';
import type { Account } from './use-account.ts';

interface Props {
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
export function PasswordRow({ email, account, onChange }: Props) {
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
