import { t } from '@lingui/core/macro';
import { type Decided, type Decision, type Undecidable, UNDO_MS } from '@zapdeck/contract/decisions';
import type { AdminApp } from '@zapdeck/contract/apps';
import { toast } from '../../../components/ui/toast.tsx';
import { formatCounted } from '../../../lib/numbers.ts';

const causes: Record<Undecidable, string> = {
  withdrawn: 'was withdrawn by its maker and waits until they send it in again.',
  maker_suspended: 'waits until the suspension of its maker is lifted.',
};

/** Why an app was not decided on: who was faster, and with what; null for one that is deleted. */
export function refusalInWords(title: string, decided: Decided | null): string {
  if (decided === null) return t`“${title}” has been deleted.`;
  const { status, by, cause } = decided;
  if (cause !== null) return `“${title}” ${causes[cause]}`;
  const who = by?.firstName || by?.email || t`Another admin`;
  return status === 'pending'
    ? t`${who} has just changed “${title}”.`
    : t`${who} has already ${status} “${title}”.`;
}

/** An app that was not decided on; `decided` is null where it is deleted. */
export interface Refused {
  id: string;
  decided: Decided | null;
}

interface Told {
  /** The apps that the screen knew. */
  apps: readonly Pick<AdminApp, 'id' | 'title'>[];
  /** Number of apps that have this decision now. */
  count: number;
  decision: Decision;
  /** Those that were not decided on. */
  refused: readonly Refused[];
  /** Undefined when there is nothing to undo. */
  undo: (() => void) | undefined;
}

const isSomebodys = ({ decided }: Refused) => decided !== null && decided.cause === null;

/** Says what came of a decision, with the way back while there is one. */
export function tellDecided({ apps, count, decision, refused, undo }: Told): void {
  const wayBack = undo ? { action: { label: t`Undo`, onClick: undo }, durationMs: UNDO_MS } : {};
  const [first] = refused;
  if (!first) {
    toast({
      title: t`Success`,
      description:
        count === 1 && apps.length === 1
          ? `App status updated successfully: ${apps[0]?.title} ${decision}`
          : `${formatCounted(count, 'app')} ${decision}`,
      ...wayBack,
    });
    return;
  }
  const title = apps.find(({ id }) => id === first.id)?.title ?? t`An app`;
  const others =
    refused.length > 1
      ? t` ${formatCounted(refused.length - 1, 'other app was', 'other apps were')} skipped too.`
      : '';
  const done = count > 0 ? ` ${formatCounted(count, 'app')} ${decision}.` : '';
  toast({
    title: isSomebodys(first) ? t`Already decided` : t`Not decided`,
    description: `${refusalInWords(title, first.decided)}${others}${done}`,
    variant: 'destructive',
    ...wayBack,
  });
}

interface Undone {
  /** Number of apps that had been changed since. */
  kept: number;
  /** Number of apps whose undo period was over. */
  late: number;
  /** Undoes the decision before. Undefined if that is not possible. */
  undo?: (() => void) | undefined;
}

/** Says how much of a decision was undone, and why the rest was not. */
export function tellUndone({ kept, late, undo }: Undone): void {
  const parts = [
    ...(late > 0
      ? [t`${formatCounted(late, 'app')} had been decided more than ten seconds before and stay so.`]
      : []),
    ...(kept > 0 ? [t`${formatCounted(kept, 'app')} had been changed since and stay as they are.`] : []),
  ];
  toast({
    title: t`Decision undone`,
    description: parts.length > 0 ? parts.join(' ') : t`Nobody was told.`,
    ...(undo && { action: { label: t`Undo another`, onClick: undo }, durationMs: UNDO_MS }),
  });
}
