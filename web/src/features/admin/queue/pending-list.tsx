import { plural, t } from '@lingui/core/macro';
import { EmptyList } from '../../../components/list/empty-list.tsx';
import type { Asked, PendingFilterState } from './pending-filters.tsx';
import { useLast } from '../../../components/ui/sheet.tsx';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { type Decision, DECISIONS_MAX } from '@zapdeck/contract/moderation/decisions';
import { WorkBar } from '../parts/work-bar.tsx';
import { type Progress, useProgress } from './send-part.ts';
import type { PendingApp as Pending } from '@zapdeck/contract/moderation/pending-apps';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { KeysHint, KeysSheet, useKeys, useKeysOn } from '../parts/keys.tsx';
import { ReasonSheet, rejectionOf } from '../parts/reasons/reason-sheet.tsx';
import { decide, decideAll, undoLast } from './decide.ts';
import { LookSheet } from './look-sheet.tsx';
import { PendingApp } from './pending-app.tsx';
import { undecidedApps } from './pending-cache.ts';
import { type Queue, rowAfterKey, ROWS_SHOWN } from './pending-queue.ts';
import { SelectAll, SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';
import './pending-list.css';

interface Props {
  total: number;
  filters: PendingFilterState;
}

/** Replaces an empty queue: nothing is pending, nothing matches, or the page is after the end. */
function NothingWaits({ total, filters }: Props) {
  if (total > 0)
    return (
      <EmptyList
        title={t`Nothing on this page`}
        text={t`The pending apps are on earlier pages.`}
        wayOut={{ label: t`Go to the first page`, onTake: () => filters.turnTo(1) }}
      />
    );
  if (filters.isFiltered)
    return (
      <EmptyList
        title={t`Nothing found`}
        text={t`No pending app matches this search and these filters.`}
        wayOut={{ label: t`Show the whole queue`, onTake: filters.clear }}
      />
    );
  return <EmptyList title={t`All caught up`} text={t`No pending apps to review`} />;
}

interface ApproveEverythingSheetProps {
  count: number | undefined;
  onClose: () => void;
  onApprove: () => void;
}

/** Asks for confirmation before all apps of a list are approved, including those on other pages. */
function ApproveEverythingSheet({ count, onClose, onApprove }: ApproveEverythingSheetProps) {
  const shown = useLast(count) ?? 0;
  return (
    <ConfirmSheet
      open={count !== undefined}
      title={plural(shown, { one: 'Approve # app?', other: 'Approve # apps?' })}
      confirm={plural(shown, { one: 'Approve # app', other: 'Approve # apps' })}
      pending={undefined}
      isDanger={false}
      onConfirm={onApprove}
      onClose={onClose}
    >
      <p>{t`This includes every waiting app that matches your search and filters, not only the ones you see.`}</p>
    </ConfirmSheet>
  );
}

/** Progress of a decision on everything or of its undo. A decision of one part has no share. */
function ProgressOfParts({ work, done, total }: Progress) {
  const isLong = total > DECISIONS_MAX;
  const label =
    work === 'deciding'
      ? plural(total, { one: 'Deciding on # app', other: 'Deciding on # apps' })
      : plural(total, { one: 'Undoing the decision on # app', other: 'Undoing the decision on # apps' });
  return (
    <div className="mb-4">
      <WorkBar label={label} share={isLong ? done / total : undefined} />
      {isLong ? <p className="mt-2 text-sm text-muted">{t`Keep this page open until it is done.`}</p> : null}
    </div>
  );
}

const keys = () =>
  [
    ['J', t`Next app`],
    ['K', t`Previous app`],
    ['A', t`Approve`],
    ['R', t`Reject`],
    ['U', t`Undo the last decision`],
    ['X', t`Select`],
    ['E', t`Select all`],
    ['L', t`Review it here`],
    ['O', t`Open in a new tab`],
    ['?', t`Show this list`],
  ] as const;

interface PendingListProps {
  queue: Queue;
  asked: Asked;
  /** With a filter, there may be no matches while other apps wait. */
  filters: PendingFilterState;
}

/** The queue with its buttons and keys. After a decision the focus, or the open dialog, moves to the next app. */
export function PendingList({ queue, asked, filters }: PendingListProps) {
  const { apps, total } = queue;
  const region = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const areKeysOn = useKeysOn();
  const shown = apps.slice(0, ROWS_SHOWN);
  const [rejecting, setRejecting] = useState<readonly Pending[] | 'everything'>();
  const [approving, setApproving] = useState<number>();
  const progress = useProgress();
  const selection = useSelection(apps, JSON.stringify(asked));
  const [lookingAt, setLookingAt] = useState<string>();
  const [keysShown, setKeysShown] = useState(false);
  /** Row that gets the focus once the decided app has left the list, and where on the screen that app was. */
  const next = useRef<{ row: number; top?: number | undefined }>(undefined);
  const looked = apps.findIndex(({ id }) => id === lookingAt);
  const isAsked = rejecting !== undefined || approving !== undefined || keysShown;

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const goOn = () => {
    // While a dialog is open, nothing behind it can take the focus.
    if (next.current === undefined || document.querySelector('dialog:modal')) return;
    const { row, top } = next.current;
    next.current = undefined;
    const target = rows()[Math.min(row, rows().length - 1)];
    if (!target) region.current?.focus();
    else if (top === undefined) target.focus();
    else {
      target.focus({ preventScroll: true });
      // The next Approve appears under the same thumb, even if something above the list has changed its height.
      scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
      target.querySelector('.dash-decision')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
  };
  // A layout effect moves the focus before the next key, which would otherwise find no focused row.
  useLayoutEffect(goOn, [apps]);

  const look = (row: number) => {
    const app = apps[row];
    if (app) next.current = { row };
    setLookingAt(app?.id);
  };
  const act = (some: readonly Pending[], decision: Decision, reason?: string) => {
    const leaving = new Set(some.map(({ id }) => id));
    const undecided = undecidedApps(apps);
    const row = undecided.findIndex(({ id }) => leaving.has(id));
    next.current = { row, top: rows()[row]?.getBoundingClientRect().top };
    if (lookingAt !== undefined && leaving.has(lookingAt)) {
      const staying = (app: Pending) => !leaving.has(app.id);
      setLookingAt((undecided.slice(row).find(staying) ?? undecided.slice(0, row).findLast(staying))?.id);
    }
    selection.drop(some);
    void decide(some, decision, reason);
  };
  /** Returns the app at a row, or the next one if it is already decided. */
  const appAtRow = (row: number): Pending | undefined => {
    const undecided = undecidedApps(apps);
    const app = apps[row];
    return app === undefined || undecided.includes(app) ? app : undecided[next.current?.row ?? row];
  };
  const actOnEverything = (decision: Decision, reason?: string) => {
    selection.clear();
    next.current = { row: 0 };
    void decideAll(asked, queue, decision, reason);
  };
  const approveSelected = () => {
    if (selection.isEverything) setApproving(total);
    else act(selection.selected, 'approved');
  };
  const rejectSelected = () => setRejecting(selection.isEverything ? 'everything' : selection.selected);
  const command = (key: string, row: number, isRepeated: boolean): boolean => {
    const app = appAtRow(row);
    const { selected } = selection;
    // Keys act on the selected apps, not on the focused one, unless an app is open.
    const meant = selected.length > 0 && lookingAt === undefined ? selected : app ? [app] : [];
    if ((key === 'a' || key === 'r') && meant.length > 0) {
      // A held key moves through the list but must not decide on one app after another.
      if (isRepeated) return false;
      if (meant === selected) (key === 'a' ? approveSelected : rejectSelected)();
      else if (key === 'a') act(meant, 'approved');
      else setRejecting(meant);
      return true;
    }
    if (!app) return false;
    const target = rowAfterKey(key, row, lookingAt === undefined ? shown.length : apps.length);
    if (target !== undefined) {
      if (lookingAt === undefined) rows()[target]?.focus();
      else look(target);
    } else if (isRepeated) return false;
    else if (key === 'x') selection.toggle(app.id);
    else if (key === 'e') selection.selectEverything();
    else if (key === 'u') void undoLast();
    else if (key === 'l') look(row);
    else if (key === 'o') open(app.url, '_blank', 'noopener,noreferrer');
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if ((!areKeysOn && event.key.length === 1) || event.ctrlKey || event.metaKey || event.altKey || isAsked)
      return;
    const row =
      lookingAt === undefined
        ? rows().indexOf((event.target as Element).closest<HTMLElement>('[data-row]') as HTMLElement)
        : looked;
    if (command(event.key.toLowerCase(), row, event.repeat)) event.preventDefault();
  };
  const enter = () => rows()[0]?.focus();
  useKeys(region, {
    inside: { u: () => void undoLast() },
    anywhere: { j: enter, k: enter, '?': () => setKeysShown(true) },
  });

  const bar = progress && <ProgressOfParts {...progress} />;
  const keysSheet = (
    <KeysSheet
      open={keysShown}
      keys={keys()}
      onClose={() => setKeysShown(false)}
    >{t`Keys act on the focused app. A and R act on all selected apps. The first key press focuses the first app.`}</KeysSheet>
  );
  if (apps.length === 0)
    return (
      <div ref={region} tabIndex={-1} className="outline-none">
        {bar ?? <NothingWaits total={total} filters={filters} />}
        {keysSheet}
      </div>
    );
  const some = rejecting === 'everything' ? undefined : rejecting;
  return (
    <div ref={region} tabIndex={-1} className="outline-none" onKeyDown={press}>
      {bar}
      <div className="flex flex-wrap items-center justify-between">
        <SelectAll selection={selection} shown={shown} total={total} />
        <KeysHint onOpen={() => setKeysShown(true)} />
      </div>
      <ul ref={list} className="dash-list dash-pending-list">
        {shown.map((app, row) => (
          <PendingApp
            key={app.id}
            app={app}
            isSelected={selection.has(app.id)}
            onSelect={() => selection.toggle(app.id)}
            onApprove={() => act([app], 'approved')}
            onReject={() => setRejecting([app])}
            onLook={() => look(row)}
            onSubmitter={
              app.submittedBy === null || asked.submitter !== undefined
                ? undefined
                : () => filters.set('submitter', app.submittedBy ?? '')
            }
          />
        ))}
      </ul>
      <SelectionBar
        selection={selection}
        total={total}
        onClear={() => {
          // The button disappears with the bar, so the focus returns to the selected app.
          rows()[apps.findIndex(({ id }) => selection.has(id))]?.focus({ preventScroll: true });
          selection.clear();
        }}
        onApprove={approveSelected}
        onReject={rejectSelected}
      />
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
      <ReasonSheet
        question={rejecting && rejectionOf(some?.[0]?.title ?? '', some?.length ?? total)}
        onClose={() => setRejecting(undefined)}
        onConfirm={(reason) => {
          setRejecting(undefined);
          if (some) act(some, 'rejected', reason);
          else actOnEverything('rejected', reason);
        }}
        onClosed={goOn}
      />
      <ApproveEverythingSheet
        count={approving}
        onClose={() => setApproving(undefined)}
        onApprove={() => {
          setApproving(undefined);
          actOnEverything('approved');
        }}
      />
      {keysSheet}
    </div>
  );
}
