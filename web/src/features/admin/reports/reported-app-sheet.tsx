import type { AdminApp } from '@zapdeck/contract/apps';
import type { Report } from '@zapdeck/contract/reports';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { FramedLook } from '../parts/framed-look.tsx';
import { ReportWords } from '../parts/report-words.tsx';
import { ReasonField } from '../parts/reasons/reason-field.tsx';

/** An app with one of its reports. */
interface Reported {
  /** What it is about: a reason that is typed stays with it. */
  id: string;
  app: Pick<AdminApp, 'title' | 'url' | 'status' | 'frameStatus'>;
  report: Pick<Report, 'kind' | 'reason'> | undefined;
}

interface Props {
  reported: Reported | undefined;
  confirm: string;
  pending: string;
  /** Takes the app out of the feed; false where that failed. */
  onTakeOut: (reason: string | null) => Promise<boolean>;
  onClose: () => void;
}

/** A reported app, live, with the report beside it and the way to take it out of the feed with a reason. */
export function ReportedAppSheet({ reported, confirm, pending, onTakeOut, onClose }: Props) {
  const [shown, setShown] = useState(reported);
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  if (reported && reported.id !== shown?.id) {
    setShown(reported);
    setReason('');
  }
  const takeOut = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!reported || isBusy) return;
    setIsBusy(true);
    const isDone = await onTakeOut(reason.trim() || null);
    setIsBusy(false);
    if (!isDone) return;
    setReason('');
    onClose();
  };
  const { app, report } = (reported ?? shown) || {};
  return (
    <Sheet open={!!reported} onClose={onClose} title={app?.title ?? ''}>
      {app ? (
        <form onSubmit={(event) => void takeOut(event)} className="grid grid-cols-1 gap-4">
          <div className="flex items-center gap-3">
            <StatusBadge app={app} />
            <p className="min-w-0 grow truncate text-sm text-muted">{app.url}</p>
            <OpenLink url={app.url} title={app.title} />
          </div>
          <FramedLook app={app} className="dash-look-small" />
          {report === undefined ? null : (
            <blockquote className="dash-quote">
              <ReportWords report={report} />
            </blockquote>
          )}
          {app.status === 'rejected' ? (
            <p className="text-sm text-muted">This app has been rejected: nobody meets it in the feed.</p>
          ) : (
            <>
              <ReasonField reason={reason} rows={2} onType={setReason} />
              <div className="flex justify-end gap-3">
                <Button variant="quiet" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" variant="danger" pending={isBusy ? pending : undefined}>
                  {confirm}
                </Button>
              </div>
            </>
          )}
        </form>
      ) : null}
    </Sheet>
  );
}
