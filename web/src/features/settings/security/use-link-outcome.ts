import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../../lib/toasts.ts';

async function tell(problem: string | null): Promise<void> {
  if (problem === null) {
    toast({ title: t`Sign-in linked`, description: t`You can use it from now on.` });
    return;
  }
  // Rare, so the texts load only when needed.
  const { wordsFor } = await import('../../../lib/sign-in-problem-words.ts');
  toast({ title: t`Couldn’t link the sign-in`, description: wordsFor(problem), variant: 'destructive' });
}

/** Says once how linking a provider ended, from `linked` or `error` in the address, and removes it from there. */
export function useLinkOutcome(): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const problem = query.get('error');
    if (problem === null && !query.has('linked')) return;
    void tell(problem);
    navigate(screens.settings.path, { replace: true });
  }, []);
}
