import type { PendingApp as Pending } from '@zapdeck/contract/apps';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { EmptyList } from '../parts/empty-list.tsx';
import { LookSheet } from './look-sheet.tsx';
import { PendingApp } from './pending-app.tsx';
import { PendingKeys } from './pending-keys.tsx';
import { rowAfterKey } from './pending-queue.ts';
import { RejectSheet } from './reject-sheet.tsx';
import { usePendingKeys } from './use-pending-keys.ts';
import { type Decision, decide, type usePending } from './use-pending.ts';
import './pending-list.css';

interface Props {
  apps: readonly Pending[];
  more: ReturnType<typeof usePending>['more'];
}

/** The queue with its buttons and keys. After a decision the focus, or the look, goes on to the next app. */
export function PendingList({ apps, more }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [rejecting, setRejecting] = useState<Pending>();
  const [lookingAt, setLookingAt] = useState<string>();
  const [keysShown, setKeysShown] = useState(false);
  /** Where the focus goes once the decided app has left the list, or more have come. */
  const next = useRef<number>(undefined);
  const looked = apps.findIndex(({ id }) => id === lookingAt);

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const focusRow = (row: number) =>
    rows()
      .at(Math.min(row, rows().length - 1))
      ?.focus();
  const goOn = () => {
    // While a dialog is open, nothing behind it can take the focus.
    if (next.current === undefined || document.querySelector('dialog:modal')) return;
    if (rows().length > 0) focusRow(next.current);
    else document.querySelector('main')?.focus();
    next.current = undefined;
  };
  useEffect(goOn, [apps]);

  const look = (row: number) => {
    const app = apps[row];
    if (app) next.current = row;
    setLookingAt(app?.id);
  };
  const act = (app: Pending, status: Decision, reason?: string) => {
    const row = apps.findIndex(({ id }) => id === app.id);
    next.current = row;
    if (app.id === lookingAt) setLookingAt((apps[row + 1] ?? apps[row - 1])?.id);
    void decide(app, status, reason);
  };
  const showMore = async () => {
    const row = apps.length;
    next.current = row;
    const loaded = await more.fetchNextPage();
    // With nothing new to go on to, the focus stays where it is, also when some come later by themselves.
    if (loaded <= row && next.current === row) next.current = undefined;
  };
  const command = (key: string, row: number, isRepeated: boolean): boolean => {
    const app = apps[row];
    if (!app) return false;
    const target = rowAfterKey(key, row, apps.length);
    if (target !== undefined) {
      if (lookingAt === undefined) focusRow(target);
      else look(target);
    }
    // A key held down moves on through the list but must not decide on one app after the other.
    else if (isRepeated) return false;
    else if (key === 'a') act(app, 'approved');
    else if (key === 'r') setRejecting(app);
    else if (key === 'l') look(row);
    else if (key === 'o') open(app.url, '_blank', 'noopener,noreferrer');
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || rejecting) return;
    const row =
      lookingAt === undefined
        ? rows().indexOf((event.target as Element).closest<HTMLElement>('[data-row]') as HTMLElement)
        : looked;
    if (command(event.key.toLowerCase(), row, event.repeat)) event.preventDefault();
  };
  usePendingKeys({
    isActive: lookingAt === undefined && !rejecting && !keysShown && apps.length > 0,
    onEnter: () => focusRow(0),
    onHelp: () => setKeysShown(true),
  });

  if (apps.length === 0) {
    return <EmptyList title="All caught up" text="No pending apps to review" />;
  }
  return (
    <div onKeyDown={press}>
      <p className="ad-keys-hint">
        <Button variant="quiet" onClick={() => setKeysShown(true)}>
          <kbd className="ad-kbd">?</kbd> Keys for all of this
        </Button>
      </p>
      <ul ref={list} className="ad-list">
        {apps.map((app, row) => (
          <PendingApp
            key={app.id}
            app={app}
            onApprove={() => act(app, 'approved')}
            onReject={() => setRejecting(app)}
            onLook={() => look(row)}
          />
        ))}
      </ul>
      <LoadMore query={{ ...more, fetchNextPage: showMore }} />
      <LookSheet
        app={apps[looked]}
        hasPrevious={looked > 0}
        hasNext={looked < apps.length - 1}
        onApprove={() => apps[looked] && act(apps[looked], 'approved')}
        onReject={() => setRejecting(apps[looked])}
        onStep={(step) => look(looked + step)}
        onClose={() => setLookingAt(undefined)}
        onClosed={goOn}
      />
      <RejectSheet
        app={rejecting}
        onClose={() => setRejecting(undefined)}
        onReject={(app, reason) => {
          setRejecting(undefined);
          act(app, 'rejected', reason);
        }}
        onClosed={goOn}
      />
      <PendingKeys open={keysShown} onClose={() => setKeysShown(false)} />
    </div>
  );
}
