import { type CurrentUser, continueAsGuest } from '@zapdeck/contract/auth';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';

/** Starts a guest session. */
export function GuestButton({ onDone }: { onDone: (user: CurrentUser) => void }) {
  const [pending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      const user = await call(continueAsGuest, {});
      toast({ title: 'Browsing as guest', description: 'Sign up whenever you want to vote and submit.' });
      onDone(user);
    } catch (error) {
      reportFailedAction('guest', error);
      const description = messageOf(error, 'Failed to create guest session. Please try again.');
      toast({ title: 'Guest access failed', description, variant: 'destructive' });
      setPending(false);
    }
  };
  return (
    <Button
      variant="secondary"
      size="lg"
      className="mt-3 w-full"
      pending={pending ? 'Setting up guest access...' : undefined}
      onClick={() => void start()}
    >
      Browse as Guest
    </Button>
  );
}
