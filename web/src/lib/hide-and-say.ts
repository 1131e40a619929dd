import { t } from '@lingui/core/macro';
import { toast } from './toasts.ts';
import { setHidden } from './pending/hidden.ts';
import { hiddenName, type NamedHidden } from './hidden-name.ts';
import { notifyError } from './notify-error.ts';

const UNDO_MS = 8_000;

/** Shows a hidden category, tag or maker again, with a message and Undo. */
export async function showAgain(userId: string, item: NamedHidden): Promise<void> {
  const name = hiddenName(item);
  try {
    const outcome = await setHidden(userId, item, false);
    if (outcome === 'ignored') return;
    toast({
      title: t`${name} is back`,
      description:
        outcome === 'saved'
          ? t`You’ll see its apps again soon.`
          : t`This will be saved when connection is restored.`,
      action: { label: t`Undo`, onClick: () => void hideAndSay(userId, item) },
    });
  } catch (error) {
    notifyError(error, { action: 'hide', title: t`Couldn’t show ${name} again` });
  }
}

/** Hides a category, tag or maker, with a message and Undo. */
export async function hideAndSay(userId: string, item: NamedHidden): Promise<void> {
  const name = hiddenName(item);
  const say = (description: string) =>
    toast({
      title: t`${name} is hidden`,
      description,
      durationMs: UNDO_MS,
      stays: true,
      action: { label: t`Undo`, onClick: () => void showAgain(userId, item) },
    });
  const dismiss = say(t`You can show it again in your profile.`);
  try {
    const outcome = await setHidden(userId, item, true);
    if (outcome === 'later') say(t`This will be saved when connection is restored.`);
    if (outcome === 'ignored') dismiss();
  } catch (error) {
    notifyError(error, { action: 'hide', title: t`Couldn’t hide ${name}` });
  }
}
