import { DECISIONS_MAX, type Decided, type Decision, UNDO_MS } from '@zapdeck/contract/decisions';
import type { AdminApp } from '@zapdeck/contract/apps';
import { toast } from '../../../components/ui/toast.tsx';
import { counted } from '../parts/words/counted.ts';

/** Who was faster, and with what. */
function fasterInWords(title: string, { status, by }: Decided): string {
  const who = by ? by.firstName || by.email || 'Another admin' : 'Somebody';
  return status === 'pending'
    ? `${who} has changed “${title}” meanwhile.`
    : `${who} has ${status} “${title}” already.`;
}

interface Told {
  /** What was sent and answered. */
  apps: readonly AdminApp[];
  decision: Decision;
  faster: readonly { id: string; decided: Decided }[];
  /** Undefined when there is nothing to undo. */
  undo: (() => void) | undefined;
}

/** Says what came of a decision, with the way back while there is one. */
export function tellDecided({ apps, decision, faster, undo }: Told): void {
  const wayBack = undo ? { action: { label: 'Undo', onClick: undo }, durationMs: UNDO_MS } : {};
  const [first] = faster;
  if (!first) {
    const reach = apps.length > DECISIONS_MAX ? ' Undo reaches those of the last ten seconds.' : '';
    toast({
      title: 'Success',
      description:
        apps.length === 1
          ? 'App status updated successfully'
          : `${counted(apps.length, 'app')} ${decision}${reach ? '.' : ''}${reach}`,
      ...wayBack,
    });
    return;
  }
  const title = apps.find(({ id }) => id === first.id)?.title ?? 'it';
  const others = faster.length > 1 ? ` So it is with ${counted(faster.length - 1, 'other app')}.` : '';
  const done =
    apps.length > faster.length ? ` ${counted(apps.length - faster.length, 'app')} ${decision}.` : '';
  toast({
    title: 'Decided by somebody else',
    description: `${fasterInWords(title, first.decided)}${others}${done}`,
    variant: 'destructive',
    ...wayBack,
  });
}

/** Says how much of a decision was taken back, and why the rest was not. */
export function tellUndone({ kept, late }: { kept: number; late: number }): void {
  const parts = [
    ...(late > 0
      ? [`${counted(late, 'app')} had been decided more than ten seconds before and stay so.`]
      : []),
    ...(kept > 0 ? [`${counted(kept, 'app')} had been changed since and stay as they are.`] : []),
  ];
  toast({
    title: 'Decision undone',
    description: parts.length > 0 ? parts.join(' ') : 'Nobody was told.',
  });
}
