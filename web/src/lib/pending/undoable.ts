import { t } from '@lingui/core/macro';
import type { DeckCover } from '@zapdeck/contract/feed/deck-list';
import { hiddenName, type NamedHidden } from '../hidden-name.ts';
import { notifyError } from '../notify-error.ts';
import { toast } from '../toasts.ts';
import { setHidden } from './hidden.ts';
import { setLess } from './taste.ts';

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

const notifyFailed = (error: unknown) =>
  notifyError(error, { action: 'less', title: t`Couldn’t save your choice` });

/** Undoes “less like this” for the app, with a message and Undo. */
export async function takeLessBack(userId: string, app: DeckCover): Promise<void> {
  try {
    const outcome = await setLess(userId, app, false);
    if (outcome === 'ignored') return;
    toast({
      title: t`${app.title} is back`,
      description:
        outcome === 'saved'
          ? t`Apps like this may come back.`
          : t`This will be saved when connection is restored.`,
      action: { label: t`Undo`, onClick: () => void lessAndSay(userId, app) },
    });
  } catch (error) {
    notifyFailed(error);
  }
}

/** Asks for less like the app, with a message and Undo. */
export async function lessAndSay(userId: string, app: DeckCover): Promise<void> {
  const say = (description: string) =>
    toast({
      title: t`Less like ${app.title}`,
      description,
      durationMs: UNDO_MS,
      stays: true,
      action: { label: t`Undo`, onClick: () => void takeLessBack(userId, app) },
    });
  const dismiss = say(t`You’ll see fewer apps like this. You can undo this in your profile.`);
  try {
    const outcome = await setLess(userId, app, true);
    if (outcome === 'later') say(t`This will be saved when connection is restored.`);
    if (outcome === 'ignored') dismiss();
  } catch (error) {
    notifyFailed(error);
  }
}
