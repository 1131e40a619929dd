import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../components/ui/toast.tsx';
import { loginAddress, returnToOf } from '../../lib/return-to.ts';

async function tell(code: string): Promise<void> {
  // Hardly anybody meets one, so nobody else waits for the words.
  const { wordsFor } = await import('./sign-in-problem-words.ts');
  toast({ title: 'You are not signed in', description: wordsFor(code), variant: 'destructive' });
}

/** Says once why a sign-in through a provider did not come about: the `error` of the address, which then loses it. */
export function useSignInProblem(): void {
  useEffect(() => {
    // Of the address itself: a drawn page knows no query yet while its scripts take over.
    const { search } = location;
    const code = new URLSearchParams(search).get('error');
    if (code === null) return;
    void tell(code);
    navigate(loginAddress(returnToOf(search)), { replace: true });
  }, []);
}
