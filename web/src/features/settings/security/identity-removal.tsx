import { t } from '@lingui/core/macro';
import { type LinkedIdentity, unlinkIdentity } from '@zapdeck/contract/sign-in/identities';
import { screens } from '@zapdeck/contract/instance/screens';
import { navigate } from 'wouter/use-browser-location';
import { call } from '../../../lib/call.ts';
import { endSession, refreshSession, useUser } from '../../../lib/session.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { refreshAccount } from '../account/use-account.ts';

interface Props {
  open: boolean;
  identity: LinkedIdentity;
  onClose: () => void;
}

/** Confirms and unlinks an identity. A session that it started ends. */
export function IdentityRemoval({ open, identity: { id, name, isOfThisSession }, onClose }: Props) {
  const { role, givenRole } = useUser();
  const { pending, start } = useAction({
    work: async () => {
      await call(unlinkIdentity, { params: { provider: id } });
      if (isOfThisSession) return;
      refreshAccount();
      await refreshSession();
    },
    success: { title: t`${name} unlinked` },
    failure: {
      action: 'unlink-identity',
      title: t`Couldn’t unlink ${name}`,
    },
    onDone: () => {
      onClose();
      if (!isOfThisSession) return;
      navigate(screens.login.path);
      endSession();
    },
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Unlink ${name}?`}
      confirm={t`Unlink`}
      pending={pending ? t`Removing…` : undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`${name} can no longer sign in to your account.`}</li>
        <li>{t`Devices that signed in with ${name} are signed out.`}</li>
        {isOfThisSession ? <li>{t`This device is one of them. Sign in another way.`}</li> : null}
        {id === 'platform' && role !== givenRole ? (
          <li>{t`You lose the role that ${name} gave you.`}</li>
        ) : null}
      </ul>
    </ConfirmSheet>
  );
}
