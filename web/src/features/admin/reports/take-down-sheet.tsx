import type { ReportedApp } from '@zapdeck/contract/reported-apps';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { FramedLook } from '../parts/framed-look.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { decideReports } from './decide-reports.ts';

interface Props {
  group: ReportedApp | undefined;
  onClose: () => void;
}

/** A reported app, live, with what was reported last, and the way to take it down with a reason. */
export function TakeDownSheet({ group, onClose }: Props) {
  const [shown, setShown] = useState(group);
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  if (group && group !== shown) {
    if (group.app.id !== shown?.app.id) setReason('');
    setShown(group);
  }
  const takeDown = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!group || isBusy) return;
    setIsBusy(true);
    const isDone = await decideReports(group, {
      decision: 'reviewed',
      takeDown: { reason: reason.trim() || null },
    });
    setIsBusy(false);
    if (isDone) {
      setReason('');
      onClose();
    }
  };
  return (
    <Sheet open={!!group} onClose={onClose} title={shown?.app.title ?? ''}>
      {shown ? (
        <form onSubmit={(event) => void takeDown(event)} className="grid grid-cols-1 gap-4">
          <div className="flex items-center gap-3">
            <p className="min-w-0 grow truncate text-sm text-muted">{shown.app.url}</p>
            <OpenLink url={shown.app.url} title={shown.app.title} />
          </div>
          <FramedLook app={shown.app} className="ad-look-small" />
          {shown.latest.slice(0, 1).map((report) => (
            <blockquote key={report.id} className="ad-quote">
              {report.reason}
            </blockquote>
          ))}
          {shown.app.status === 'rejected' ? (
            <p className="text-sm text-muted">This app has been rejected: nobody meets it in the feed.</p>
          ) : (
            <>
              <ReasonField reason={reason} rows={2} onType={setReason} />
              <div className="flex justify-end gap-3">
                <Button variant="quiet" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" variant="danger" pending={isBusy ? 'Taking down...' : undefined}>
                  Take down
                </Button>
              </div>
            </>
          )}
        </form>
      ) : null}
    </Sheet>
  );
}
