import type { AdminApp } from '@zapdeck/contract/apps';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PendingApp } from './pending-app.tsx';
import { rowAfterKey } from './pending-queue.ts';
import { RejectSheet } from './reject-sheet.tsx';
import { type Decision, decide } from './use-pending.ts';

const keys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['O', 'open'],
] as const;

/** The queue with its buttons and keys. After a decision the focus goes on to the next app. */
export function PendingList({ apps }: { apps: readonly AdminApp[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [rejecting, setRejecting] = useState<AdminApp>();
  /** Where the focus goes once the decided app has left the list. */
  const next = useRef<number>(undefined);

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const focusRow = (row: number) =>
    rows()
      .at(Math.min(row, rows().length - 1))
      ?.focus();
  const goOn = () => {
    // While the dialog is open, nothing behind it can take the focus.
    if (next.current === undefined || document.querySelector('dialog:modal')) return;
    if (rows().length > 0) focusRow(next.current);
    else document.querySelector('main')?.focus();
    next.current = undefined;
  };
  useEffect(goOn, [apps]);

  const act = (app: AdminApp, status: Decision, reason?: string) => {
    next.current = apps.indexOf(app);
    void decide(app, status, reason);
  };

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows().indexOf((event.target as Element).closest<HTMLElement>('[data-row]') as HTMLElement);
    const app = apps[row];
    if (!app) return;
    const target = rowAfterKey(event.key, row, apps.length);
    if (target !== undefined) focusRow(target);
    // A key held down moves on through the list but must not decide on one app after the other.
    else if (event.repeat) return;
    else if (event.key === 'a') act(app, 'approved');
    else if (event.key === 'r') setRejecting(app);
    else if (event.key === 'o') open(app.url, '_blank', 'noopener,noreferrer');
    else return;
    event.preventDefault();
  };

  if (apps.length === 0) {
    return (
      <div className="card">
        <EmptyState title="All caught up" text="No pending apps to review" />
      </div>
    );
  }
  return (
    <>
      <p className="mb-4 hidden flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted md:flex">
        Select an app, then:
        {keys.map(([key, meaning]) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <kbd className="rounded-md border border-line-strong/60 bg-surface px-1.5 font-sans font-semibold text-ink">
              {key}
            </kbd>
            {meaning}
          </span>
        ))}
      </p>
      <ul ref={list} className="grid grid-cols-1 gap-3" onKeyDown={press}>
        {apps.map((app) => (
          <PendingApp
            key={app.id}
            app={app}
            onApprove={() => act(app, 'approved')}
            onReject={() => setRejecting(app)}
          />
        ))}
      </ul>
      <RejectSheet
        app={rejecting}
        onClose={() => setRejecting(undefined)}
        onReject={(app, reason) => {
          setRejecting(undefined);
          act(app, 'rejected', reason);
        }}
        onClosed={goOn}
      />
    </>
  );
}
