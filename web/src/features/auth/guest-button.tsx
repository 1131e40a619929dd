import { t } from '@lingui/core/macro';
import { type CurrentUser, continueAsGuest } from '@zapdeck/contract/sign-in/auth';
import { Button } from '../../components/ui/button.tsx';
import { call } from '../../lib/call.ts';
import { useAction } from '../../lib/use-action.ts';

export function GuestButton({ onDone }: { onDone: (user: CurrentUser) => void }) {
  const { pending, start } = useAction({
    work: () => call(continueAsGuest, {}),
    success: { title: t`Browsing as guest`, description: t`Sign up whenever you want to vote and submit.` },
    failure: {
      action: 'guest',
      title: t`Guest access failed`,
      text: t`Failed to create guest session. Please try again.`,
    },
    onDone,
  });
  return (
    <Button
      variant="secondary"
      size="lg"
      className="mt-3 w-full"
      pending={pending ? t`Setting up guest access...` : undefined}
      onClick={start}
    >{t`Browse as Guest`}</Button>
  );
}
