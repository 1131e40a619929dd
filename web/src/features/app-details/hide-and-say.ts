import { t } from '@lingui/core/macro';
import { toast } from '../../components/ui/toast.tsx';
import { setHidden } from '../../lib/hidden.ts';
import { hiddenName, type NamedHidden } from '../../lib/hidden-name.ts';
import { notifyError } from '../../lib/notify-error.ts';

/** Long enough to read the message and to change one’s mind. */
const UNDO_MS = 8_000;

/** Shows a hidden category, tag or maker again. */
export async function showAgain(userId: string, item: NamedHidden): Promise<void> {
  await setHidden(userId, item, false).catch((error: unknown) =>
    notifyError(error, { action: 'hide', title: t`Still hidden`, text: t`Please try again.` }),
  );
}

/** Hides the category, tag or maker, and shows a message with Undo. */
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
  say(t`Your profile lists what you hide.`);
  try {
    const outcome = await setHidden(userId, item, true);
    if (outcome === 'later') say(t`This will be saved when connection is restored.`);
  } catch (error) {
    notifyError(error, { action: 'hide', title: t`Not hidden`, text: t`Please try again.` });
  }
}
