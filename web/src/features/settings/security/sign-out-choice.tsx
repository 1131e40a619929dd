import { plural, t } from '@lingui/core/macro';
import { logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { toast } from '../../../lib/toasts.ts';
import { call } from '../../../lib/call.ts';
import { endSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshAccount } from '../account/use-account.ts';

interface Props {
  sessions: number;
  onClose: (then?: () => void) => void;
}

const failure = () => ({
  action: 'logout-everywhere',
  title: t`Couldn’t sign out`,
});

function explanation(sessions: number): string {
  const count = sessions - 1;
  if (count <= 0) return t`You are signed in here only.`;
  return plural(count, {
    one: 'You are signed in here and once elsewhere. If you don’t recognize that, sign out everywhere else.',
    other:
      'You are signed in here and # times elsewhere. If you don’t recognize that, sign out everywhere else.',
  });
}

/** Buttons that end other sessions, or all of them. */
export function SignOutChoice({ sessions, onClose }: Props) {
  const elsewhere = useAction({
    work: async () => {
      await call(logoutEverywhere, { body: { devices: 'others' } });
      refreshAccount();
    },
    failure: failure(),
    onDone: () =>
      onClose(() => toast({ title: t`Signed out elsewhere`, description: t`You are signed in here only.` })),
    leaves: true,
  });
  const everywhere = useAction({
    work: () => call(logoutEverywhere, { body: { devices: 'all' } }),
    failure: failure(),
    onDone: () =>
      onClose(() => {
        navigate('/landing');
        endSession();
        toast({ title: t`Signed out everywhere`, description: t`See you soon.` });
      }),
    leaves: true,
  });
  return (
    <div className="grid gap-5">
      <p className="text-muted">{explanation(sessions)}</p>
      <SheetButtons>
        <Button variant="secondary" onClick={() => onClose()}>{t`Cancel`}</Button>
        <Button
          variant="danger"
          pending={everywhere.pending ? t`Signing out…` : undefined}
          onClick={everywhere.start}
        >
          {sessions > 1 ? t`Sign out here too` : t`Sign out`}
        </Button>
        {sessions > 1 ? (
          <Button
            pending={elsewhere.pending ? t`Signing out…` : undefined}
            onClick={elsewhere.start}
          >{t`Sign out everywhere else`}</Button>
        ) : null}
      </SheetButtons>
    </div>
  );
}
