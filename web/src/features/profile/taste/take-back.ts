import { t } from '@lingui/core/macro';
import type { DeckCover } from '@zapdeck/contract/deck-list';
import { toast } from '../../../components/ui/toast.tsx';
import { notifyError } from '../../../lib/notify-error.ts';
import { setLess } from '../../../lib/taste.ts';

const notifyFailed = (error: unknown) =>
  notifyError(error, { action: 'less', title: t`Not saved`, text: t`Please try again.` });

async function takeBackAndSay(userId: string, app: DeckCover): Promise<void> {
  const outcome = await setLess(userId, app, false);
  if (outcome === 'ignored') return;
  toast({
    title: t`${app.title} is back`,
    description:
      outcome === 'saved'
        ? t`“For you” may bring it and apps like it again.`
        : t`This will be saved when connection is restored.`,
    action: { label: t`Undo`, onClick: () => void setLess(userId, app, true).catch(notifyFailed) },
  });
}

/** No longer asks for less like an app, and says so. */
export const takeBack = (userId: string, app: DeckCover): void =>
  void takeBackAndSay(userId, app).catch(notifyFailed);
