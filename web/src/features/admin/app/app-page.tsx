import type { AdminAppPage } from '@zapdeck/contract/admin-app';
import type { Decision } from '@zapdeck/contract/decisions';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EditAppSheet } from '../apps/edit-app-sheet.tsx';
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
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const act = (decision: Decision, reason?: string) => void decide([app], decision, reason);
  usePendingKeys({
    isActive: !rejecting && !isCorrecting && !isEditing,
    onEnter: () => undefined,
    onUndo: () => void undoLast(),
    onHelp: () => undefined,
  });
  return (
    <div className="ad-app">
      <div className="ad-app-main">
        <AppHead
          app={app}
          onApprove={() => act('approved')}
          onReject={() => setRejecting({ title: app.title, count: 1 })}
        />
        <OpenReports reports={app.reports} />
        <AppFacts app={app} />
        <div className="ad-buttons">
          <Button variant="secondary" onClick={() => setIsCorrecting(true)}>
            Correct the listing
          </Button>
          <Button variant="secondary" onClick={() => setIsEditing(true)}>
            Time, status and picture
          </Button>
          <DeleteApp app={app} />
        </div>
      </div>
      <div className="ad-app-beside">
        <AppNotes appId={app.id} />
        <AppHistory appId={app.id} />
      </div>
      <CorrectAppSheet app={isCorrecting ? app : undefined} onClose={() => setIsCorrecting(false)} />
      <EditAppSheet app={isEditing ? app : undefined} onClose={() => setIsEditing(false)} />
      <RejectSheet
        rejecting={rejecting}
        onClose={() => setRejecting(undefined)}
        onClosed={() => undefined}
        onReject={(reason) => {
          setRejecting(undefined);
          act('rejected', reason);
        }}
      />
    </div>
  );
}
