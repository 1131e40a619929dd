import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccountForm } from './delete-account-form.tsx';
import type { Account } from './use-account.ts';

export type AccountDialog = 'email' | 'password' | 'delete';

interface Props {
  open: AccountDialog | undefined;
  user: CurrentUser;
  account: Account;
  /** `then` runs after the dialog has closed, because a toast shown earlier would close with it. */
  onClose: (then?: () => void) => void;
  onClosed: () => void;
}

/** Dialogs of the account, at most one of them open. Closing one discards typed text. */
export default function AccountDialogs({ open, user, account, onClose, onClosed }: Props) {
  const common = { onClose: () => onClose(), onClosed };
  return (
    <>
      <Sheet {...common} open={open === 'email'} title={t`Change email`}>
        <ChangeEmailForm email={user.email ?? ''} onClose={onClose} />
      </Sheet>
      <Sheet {...common} open={open === 'password'} title={t`Change password`}>
        <ChangePasswordForm role={user.role} onClose={onClose} />
      </Sheet>
      <Sheet {...common} open={open === 'delete'} title={t`Delete my account`}>
        <DeleteAccountForm user={user} account={account} onClose={onClose} />
      </Sheet>
    </>
  );
}
