import { plural, t } from '@lingui/core/macro';
import { type AdminAppPage, deleteApp } from '@zapdeck/contract/apps/admin-app';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { ReasonField } from '../parts/reasons/reason-field.tsx';
import type { Decision } from '@zapdeck/contract/moderation/decisions';
import { queryClient } from '../../../lib/query-client.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { EditAppSheet } from '../apps/edit-app-sheet.tsx';
import { adminAppKey } from '../parts/app-link.tsx';
import { PendingContext } from '../parts/pending-context.tsx';
import { KeysHint, KeysSheet, useKeys } from '../parts/keys.tsx';
import { ReasonSheet, rejectionOf } from '../parts/reasons/reason-sheet.tsx';
import { decide, undoLast } from '../queue/decide.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { AppFacts, AppPlace, NearDuplicates, OpenReports } from './app-facts.tsx';
import { AppHead, canBeApproved } from './app-head.tsx';
import { AppHistory } from './app-history.tsx';
import { AppNotes } from './app-notes.tsx';
import { CorrectAppSheet } from './correct-app-sheet.tsx';
import './app-page.css';

function lossesInWords({ upvotes, downvotes, views, belongings: { reports, notes } }: AdminAppPage): string {
  return t`This also deletes ${plural({ votes: upvotes + downvotes }, { one: '# vote', other: '# votes' })}, ${plural(views, { one: '# view', other: '# views' })}, ${plural(reports, { one: '# report', other: '# reports' })} and ${plural(notes, { one: '# note', other: '# notes' })}. This cannot be undone.`;
}

/** Deletes the app after a confirmation that lists what is deleted with it. */
function DeleteApp({ app }: { app: AdminAppPage }) {
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [, navigate] = useLocation();
  const { title } = app;
  const removal = useAdminAction({
    name: 'delete-app',
    work: () =>
      call(deleteApp, {
        params: { id: app.id },
        body: { reason: reason.trim() || null, updatedAt: app.updatedAt },
      }),
    success: t`${title} is deleted`,
    failure: t`Couldn’t delete the app`,
    prefersServerText: true,
    onDone: () => navigate('/admin/apps', { replace: true }),
    leaves: true,
  });
  return (
    <>
      <Button variant="danger" onClick={() => setIsAsked(true)}>{t`Delete`}</Button>
      <ConfirmSheet
        open={isAsked}
        title={t`Delete ${title}?`}
        confirm={t`Delete permanently`}
        pending={removal.pending ? t`Deleting…` : undefined}
        onConfirm={removal.start}
        onClose={() => setIsAsked(false)}
      >
        <p>{lossesInWords(app)}</p>
        <ReasonField reason={reason} rows={2} onType={setReason} />
      </ConfirmSheet>
    </>
  );
}

const keys = () =>
  [
    ['J', t`Focus the app`],
    ['A', t`Approve`],
    ['R', t`Reject`],
    ['U', t`Undo the last decision`],
    ['O', t`Open in a new tab`],
    ['?', t`Show this list`],
  ] as const;

/** All sections about one app, and the decisions on it. */
export function AppPage({ app }: { app: AdminAppPage }) {
  const isAdmin = useIsAdmin();
  const [isRejecting, setIsRejecting] = useState(false);
  const [keysShown, setKeysShown] = useState(false);
  // The app when the form opened, so that a refetch does not overwrite typed text.
  const [correcting, setCorrecting] = useState<AdminAppPage>();
  const [editing, setEditing] = useState<AdminAppPage>();
  const [deciding, setDeciding] = useState<Decision>();
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: adminAppKey(app.id) });
    return queryClient.getQueryData<AdminAppPage>(adminAppKey(app.id));
  };
  const act = async (decision: Decision, reason?: string) => {
    if (deciding) return;
    setDeciding(decision);
    await decide([app], decision, reason);
    await reload();
    setDeciding(undefined);
  };
  const reject = () => setIsRejecting(true);
  const region = useRef<HTMLDivElement>(null);
  const enter = () => region.current?.querySelector<HTMLElement>('section')?.focus();
  useKeptFocus(region);
  useKeys(region, {
    inside: {
      ...(canBeApproved(app) ? { a: () => void act('approved') } : {}),
      ...(app.status === 'rejected' ? {} : { r: reject }),
      u: () => void undoLast(),
      o: () => void open(app.url, '_blank', 'noopener,noreferrer'),
    },
    anywhere: { j: enter, '?': () => setKeysShown(true) },
  });
  return (
    <div ref={region} tabIndex={-1} className="dash-app outline-none">
      <div className="dash-app-main">
        <AppHead app={app} deciding={deciding} onApprove={() => void act('approved')} onReject={reject} />
        <PendingContext app={app} className="card p-5" />
        <OpenReports app={app} />
        <NearDuplicates app={app} />
        <AppPlace app={app} />
        <AppFacts app={app} />
        <div className="dash-buttons">
          <Button variant="secondary" onClick={() => setCorrecting(app)}>{t`Correct the listing`}</Button>
          <Button variant="secondary" onClick={() => setEditing(app)}>
            {isAdmin ? t`Edit time, status and picture` : t`Edit status and picture`}
          </Button>
          {isAdmin ? <DeleteApp app={app} /> : null}
        </div>
        <KeysHint onOpen={() => setKeysShown(true)} />
      </div>
      <div className="dash-app-beside">
        <AppNotes appId={app.id} />
        <AppHistory appId={app.id} />
      </div>
      <CorrectAppSheet
        app={correcting}
        onClose={() => setCorrecting(undefined)}
        // A form that was closed in the meantime stays closed.
        onStale={() => void reload().then((now) => setCorrecting((open) => open && now))}
      />
      <EditAppSheet app={editing} onClose={() => setEditing(undefined)} />
      <ReasonSheet
        question={isRejecting ? rejectionOf(app.title) : undefined}
        onClose={() => setIsRejecting(false)}
        onConfirm={(reason) => {
          setIsRejecting(false);
          void act('rejected', reason);
        }}
      />
      <KeysSheet
        open={keysShown}
        keys={keys()}
        onClose={() => setKeysShown(false)}
      >{t`A, R, U and O act while the focus is on the app or on a part of its page.`}</KeysSheet>
    </div>
  );
}
