import type { AdminAppPage } from '@zapdeck/contract/admin-app';
import type { Decision } from '@zapdeck/contract/decisions';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { queryClient } from '../../../lib/query-client.ts';
import { EditAppSheet } from '../apps/edit-app-sheet.tsx';
import { adminAppKey } from '../parts/app-link.tsx';
import { decide, undoLast } from '../stats/decide.ts';
import { type Rejecting, RejectSheet } from '../stats/reject-sheet.tsx';
import { usePendingKeys } from '../stats/use-pending-keys.ts';
import { AppFacts } from './app-facts.tsx';
import { AppHead } from './app-head.tsx';
import { AppHistory } from './app-history.tsx';
import { AppNotes } from './app-notes.tsx';
import { CorrectAppSheet } from './correct-app-sheet.tsx';
import { DeleteApp } from './delete-app.tsx';
import { OpenReports } from './open-reports.tsx';
import './app-page.css';

/** One app: what it is, how it fares, what is wrong with it, what was said and done; and the decisions on it. */
export function AppPage({ app }: { app: AdminAppPage }) {
  const [rejecting, setRejecting] = useState<Rejecting>();
  // As it was when the form was opened: one that is read anew meanwhile must not take away what was typed.
  const [correcting, setCorrecting] = useState<AdminAppPage>();
  const [editing, setEditing] = useState<AdminAppPage>();
  const [deciding, setDeciding] = useState<Decision>();
  const act = async (decision: Decision, reason?: string) => {
    if (deciding) return;
    setDeciding(decision);
    await decide([app], decision, reason);
    await queryClient.invalidateQueries({ queryKey: adminAppKey(app.id) });
    setDeciding(undefined);
  };
  usePendingKeys({
    isActive: !rejecting && !correcting && !editing,
    onEnter: () => undefined,
    onUndo: () => void undoLast(),
    onHelp: () => undefined,
  });
  return (
    <div className="ad-app">
      <div className="ad-app-main">
        <AppHead
          app={app}
          deciding={deciding}
          onApprove={() => void act('approved')}
          onReject={() => setRejecting({ title: app.title, count: 1 })}
        />
        <OpenReports reports={app.reports} />
        <AppFacts app={app} />
        <div className="ad-buttons">
          <Button variant="secondary" onClick={() => setCorrecting(app)}>
            Correct the listing
          </Button>
          <Button variant="secondary" onClick={() => setEditing(app)}>
            Time, status and picture
          </Button>
          <DeleteApp app={app} />
        </div>
      </div>
      <div className="ad-app-beside">
        <AppNotes appId={app.id} />
        <AppHistory appId={app.id} />
      </div>
      <CorrectAppSheet app={correcting} onClose={() => setCorrecting(undefined)} />
      <EditAppSheet app={editing} onClose={() => setEditing(undefined)} />
      <RejectSheet
        rejecting={rejecting}
        onClose={() => setRejecting(undefined)}
        onClosed={() => undefined}
        onReject={(reason) => {
          setRejecting(undefined);
          void act('rejected', reason);
        }}
      />
    </div>
  );
}
