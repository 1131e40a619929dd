import type { PendingApp as Pending } from '@zapdeck/contract/apps';
import type { Decision } from '@zapdeck/contract/decisions';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { EmptyList } from '../parts/empty-list.tsx';
import { decide, undoLast } from './decide.ts';
import { LookSheet } from './look-sheet.tsx';
import { PendingApp } from './pending-app.tsx';
import { PendingKeys } from './pending-keys.tsx';
import { rowAfterKey } from './pending-queue.ts';
import { RejectSheet } from './reject-sheet.tsx';
import { usePendingKeys } from './use-pending-keys.ts';
import { SelectAll, SelectionBar } from './selection-bar.tsx';
import type { usePending } from './use-pending.ts';
import { useSelection } from './use-selection.ts';
import './pending-list.css';

interface Props {
  apps: readonly Pending[];
  more: ReturnType<typeof usePending>['more'];
}

/** The queue with its buttons and keys. After a decision the focus, or the look, goes on to the next app. */
export function PendingList({ apps, more }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [rejecting, setRejecting] = useState<readonly Pending[]>();
  const selection = useSelection(apps);
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
  const act = (some: readonly Pending[], decision: Decision, reason?: string) => {
    const leaving = new Set(some.map(({ id }) => id));
    const row = apps.findIndex(({ id }) => leaving.has(id));
    next.current = row;
    if (lookingAt !== undefined && leaving.has(lookingAt)) {
      const staying = (app: Pending) => !leaving.has(app.id);
      setLookingAt((apps.slice(row).find(staying) ?? apps.slice(0, row).findLast(staying))?.id);
    }
    selection.drop(some);
    void decide(some, decision, reason);
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
    const { selected } = selection;
    // What is selected is meant, wherever the focus is, but for the one that is looked at.
    const meant = selected.length > 0 && lookingAt === undefined ? selected : app ? [app] : [];
    if ((key === 'a' || key === 'r') && meant.length > 0) {
      // A key held down moves on through the list but must not decide on one app after the other.
      if (isRepeated) return false;
      if (key === 'a') act(meant, 'approved');
      else setRejecting(meant);
      return true;
    }
    if (!app) return false;
    const target = rowAfterKey(key, row, apps.length);
    if (target !== undefined) {
      if (lookingAt === undefined) focusRow(target);
      else look(target);
    } else if (isRepeated) return false;
    else if (key === 'x') selection.toggle(app.id);
    else if (key === 'u') void undoLast();
    else if (key === 'l') look(row);
    else if (key === 'o') open(app.url, '_blank', 'noopener,noreferrer');
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || rejecting || keysShown) return;
    const row =
      lookingAt === undefined
        ? rows().indexOf((event.target as Element).closest<HTMLElement>('[data-row]') as HTMLElement)
        : looked;
    if (command(event.key.toLowerCase(), row, event.repeat)) event.preventDefault();
  };
  usePendingKeys({
    isActive: lookingAt === undefined && !rejecting && !keysShown,
    onEnter: () => focusRow(0),
    onUndo: () => void undoLast(),
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
      <SelectAll selection={selection} shown={apps.length} />
      <ul ref={list} className="ad-list">
        {apps.map((app, row) => (
          <PendingApp
            key={app.id}
            app={app}
            isSelected={selection.has(app.id)}
            onSelect={() => selection.toggle(app.id)}
            onApprove={() => act([app], 'approved')}
            onReject={() => setRejecting([app])}
            onLook={() => look(row)}
          />
        ))}
      </ul>
      <SelectionBar
        selection={selection}
        onClear={() => {
          // The button goes with the bar: the focus returns to what was selected.
          rows()[apps.findIndex(({ id }) => selection.has(id))]?.focus({ preventScroll: true });
          selection.clear();
        }}
        onApprove={() => act(selection.selected, 'approved')}
        onReject={() => setRejecting(selection.selected)}
      />
      <LoadMore query={{ ...more, fetchNextPage: showMore }} />
      <LookSheet
        app={apps[looked]}
        hasPrevious={looked > 0}
        hasNext={looked < apps.length - 1}
        onApprove={() => apps[looked] && act([apps[looked]], 'approved')}
        onReject={() => apps[looked] && setRejecting([apps[looked]])}
        onStep={(step) => look(looked + step)}
        onClose={() => setLookingAt(undefined)}
        onClosed={goOn}
      />
      <RejectSheet
        apps={rejecting}
        onClose={() => setRejecting(undefined)}
        onReject={(some, reason) => {
          setRejecting(undefined);
          act(some, 'rejected', reason);
        }}
        onClosed={goOn}
      />
      <PendingKeys open={keysShown} onClose={() => setKeysShown(false)} />
    </div>
  );
}
