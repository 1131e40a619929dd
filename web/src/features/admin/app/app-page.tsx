import { t } from '@lingui/core/macro';
import type { AdminAppPage } from '@zapdeck/contract/apps/admin-app';
import type { Decision } from '@zapdeck/contract/moderation/decisions';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { queryClient } from '../../../lib/query-client.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { EditAppSheet } from '../apps/edit-app-sheet.tsx';
import { adminAppKey } from '../parts/app-link.tsx';
import { PendingContext } from '../parts/pending-context.tsx';
import { KeysHint } from '../parts/keys/keys-hint.tsx';
import { KeysSheet } from '../parts/keys/keys-sheet.tsx';
import { ReasonSheet, rejectionOf } from '../parts/reasons/reason-sheet.tsx';
import { useKeys } from '../parts/keys/use-keys.ts';
import { decide, undoLast } from '../queue/decide.ts';
import { AppFacts } from './app-facts.tsx';
import { AppHead, canBeApproved } from './app-head.tsx';
import { AppHistory } from './app-history.tsx';
import { AppNotes } from './app-notes.tsx';
import { AppPlace } from './app-place.tsx';
import { CorrectAppSheet } from './correct-app-sheet.tsx';
import { DeleteApp } from './delete-app.tsx';
import { NearDuplicates } from './near-duplicates.tsx';
import { OpenReports } from './open-reports.tsx';
import './app-page.css';

const keys = () =>
  [
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
  useKeys({
    ...(canBeApproved(app) ? { a: () => void act('approved') } : {}),
    ...(app.status === 'rejected' ? {} : { r: reject }),
    u: () => void undoLast(),
    o: () => void open(app.url, '_blank', 'noopener,noreferrer'),
    '?': () => setKeysShown(true),
  });
  return (
    <div className="dash-app">
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
      >{t`These keys work anywhere on this page.`}</KeysSheet>
    </div>
  );
}
