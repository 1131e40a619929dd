import { plural, t } from '@lingui/core/macro';
import { type Decided, type Decision, UNDO_MS } from '@zapdeck/contract/moderation/decisions';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { toast } from '../../../lib/toasts.ts';
import { reportFailedAction } from '../../../lib/failures.ts';

/** Returns why an app was not decided on: another admin was faster, or it was deleted (null). */
export function refusalInWords(title: string, decided: Decided | null): string {
  if (decided === null) return t`“${title}” has been deleted.`;
  const { status, by, cause } = decided;
  if (cause === 'withdrawn')
    return t`“${title}” was withdrawn. You can decide on it once its maker resubmits it.`;
  if (cause === 'maker_suspended') return t`“${title}” waits until the suspension of its maker is lifted.`;
  const admin = by?.firstName || by?.email || t`Another admin`;
  switch (status) {
    case 'approved':
      return t`${admin} has already approved “${title}”.`;
    case 'rejected':
      return t`${admin} has already rejected “${title}”.`;
    case 'pending':
      return t`${admin} has just changed “${title}”.`;
  }
}

/** Returns how many apps were decided on, for a longer message. */
function countSentence(count: number, decision: Decision): string {
  return decision === 'approved'
    ? plural(count, { one: '# app approved.', other: '# apps approved.' })
    : plural(count, { one: '# app rejected.', other: '# apps rejected.' });
}

function successInWords({ apps, count, decision }: Told): string {
  const title = apps[0]?.title ?? '';
  if (count === 1 && apps.length === 1)
    return decision === 'approved'
      ? t`App status updated successfully: ${title} approved`
      : t`App status updated successfully: ${title} rejected`;
  return decision === 'approved'
    ? plural(count, { one: '# app approved', other: '# apps approved' })
    : plural(count, { one: '# app rejected', other: '# apps rejected' });
}

/** Returns the message about a decision on all apps that failed midway. */
export function partlyStoredInWords(stored: number, decision: Decision): string {
  return decision === 'approved'
    ? plural(stored, {
        one: 'Failed to update app status: # app approved, the rest wait',
        other: 'Failed to update app status: # apps approved, the rest wait',
      })
    : plural(stored, {
        one: 'Failed to update app status: # app rejected, the rest wait',
        other: 'Failed to update app status: # apps rejected, the rest wait',
      });
}

export interface Refused {
  id: string;
  decided: Decided | null;
}

interface Told {
  apps: readonly Pick<AdminApp, 'id' | 'title'>[];
  /** Number of apps that have this decision now. */
  count: number;
  decision: Decision;
  refused: readonly Refused[];
  undo: (() => void) | undefined;
}

const isSomebodys = ({ decided }: Refused) => decided !== null && decided.cause === null;

/** Shows the result of a decision, with Undo if possible. */
export function tellDecided(told: Told): void {
  const { apps, count, decision, refused, undo } = told;
  const wayBack = undo ? { action: { label: t`Undo`, onClick: undo }, durationMs: UNDO_MS } : {};
  const [first] = refused;
  if (!first) {
    toast({ title: t`Success`, description: successInWords(told), ...wayBack });
    return;
  }
  const title = apps.find(({ id }) => id === first.id)?.title ?? t`An app`;
  const others = refused.length - 1;
  const sentences = [
    refusalInWords(title, first.decided),
    others > 0 &&
      plural(others, { one: '# other app was skipped too.', other: '# other apps were skipped too.' }),
    count > 0 && countSentence(count, decision),
  ];
  toast({
    title: isSomebodys(first) ? t`Already decided` : t`Couldn’t save the decision`,
    description: sentences.filter(Boolean).join(' '),
    variant: 'destructive',
    ...wayBack,
  });
}

interface Undone {
  /** Number of apps that have changed since the decision. */
  kept: number;
  /** Number of apps whose undo period was over. */
  late: number;
  /** Undoes the previous decision. Undefined if that is impossible. */
  undo?: (() => void) | undefined;
}

/** Shows how much of a decision was undone, and why the rest was not. */
export function tellUndone({ kept, late, undo }: Undone): void {
  const sentences = [
    late > 0 &&
      plural(late, {
        one: '# decision is more than ten seconds old and can’t be undone.',
        other: '# decisions are more than ten seconds old and can’t be undone.',
      }),
    kept > 0 &&
      plural(kept, {
        one: '# app has changed since and stays as it is.',
        other: '# apps have changed since and stay as they are.',
      }),
  ];
  toast({
    title: t`Decision undone`,
    description: sentences.filter(Boolean).join(' ') || t`Nobody was notified.`,
    ...(undo && { action: { label: t`Undo previous`, onClick: undo }, durationMs: UNDO_MS }),
  });
}

/** Shows that an undo stopped early, with a button to continue. */
export function tellUndoStopped(error: unknown, back: number, goOn: () => void): void {
  reportFailedAction('undo-decisions', error, { back });
  toast({
    title: t`Couldn’t undo the decision`,
    description: plural(back, {
      one: '# app waits again, the others don’t yet.',
      other: '# apps wait again, the others don’t yet.',
    }),
    variant: 'destructive',
    action: { label: t`Undo the rest`, onClick: goOn },
    durationMs: 60_000,
  });
}
