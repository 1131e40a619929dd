import { t } from '@lingui/core/macro';
import { type RefObject, useRef } from 'react';
import { toast } from '../../../components/ui/toast.tsx';
import { setHidden } from '../../../lib/hidden.ts';
import { hiddenName, type NamedHidden } from '../../../lib/hidden-name.ts';
import { notifyError } from '../../../lib/notify-error.ts';

const notifyFailed = (error: unknown) =>
  notifyError(error, { action: 'hide', title: t`Not saved`, text: t`Please try again.` });

async function showAgainAndSay(userId: string, item: NamedHidden): Promise<void> {
  const outcome = await setHidden(userId, item, false);
  if (outcome === 'ignored') return;
  const name = hiddenName(item);
  toast({
    title: t`${name} is back`,
    description:
      outcome === 'saved'
        ? t`Its apps appear in your decks again within an hour.`
        : t`This will be saved when connection is restored.`,
    action: { label: t`Undo`, onClick: () => void setHidden(userId, item, true).catch(notifyFailed) },
  });
}

/** Shows an item of the list again. The focus goes to the heading, because the row with the button disappears. */
export function useShowAgain(userId: string): {
  heading: RefObject<HTMLHeadingElement | null>;
  showAgain: (item: NamedHidden) => void;
} {
  const heading = useRef<HTMLHeadingElement>(null);
  return {
    heading,
    showAgain({ kind, value, name }) {
      heading.current?.focus({ preventScroll: true });
      showAgainAndSay(userId, { kind, value, name }).catch(notifyFailed);
    },
  };
}
