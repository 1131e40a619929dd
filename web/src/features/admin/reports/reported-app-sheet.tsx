import { setAppStatus } from '@zapdeck/contract/apps';
import { type AdminReport, reviewReport } from '@zapdeck/contract/reports';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { call } from '../../../lib/call.ts';
import { act } from '../parts/act.ts';
import { FramedLook } from '../parts/framed-look.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

interface Props {
  report: AdminReport | undefined;
  onClose: () => void;
}

/** The app that a report is about, live, with the report beside it and the way to take it out of the feed. */
export function ReportedAppSheet({ report, onClose }: Props) {
  const [shown, setShown] = useState(report);
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  if (report && report !== shown) {
    setShown(report);
    setReason('');
  }

  const reject = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!report || isBusy) return;
    setIsBusy(true);
    const rejected = await act({
      name: 'set-app-status',
      work: () =>
        call(setAppStatus, {
          params: { id: report.appId },
          body: { status: 'rejected', reason: reason.trim() || null },
        }),
      success: 'App status updated successfully',
      failure: 'Failed to update app status',
    });
    if (rejected && report.status === 'pending') {
      await act({
        name: 'review-report',
        work: () => call(reviewReport, { params: { id: report.id }, body: { status: 'reviewed' } }),
        success: 'App status updated successfully',
        failure: 'Failed to update report',
      });
    }
    setIsBusy(false);
    if (rejected) onClose();
  };

  return (
    <Sheet open={!!report} onClose={onClose} title={shown?.app.title ?? ''}>
      {shown ? (
        <form onSubmit={(event) => void reject(event)} className="grid grid-cols-1 gap-4">
          <div className="flex items-center gap-3">
            <StatusBadge app={shown.app} />
            <p className="min-w-0 grow truncate text-sm text-muted">{shown.app.url}</p>
            <OpenLink url={shown.app.url} title={shown.app.title} />
          </div>
          <FramedLook app={{ ...shown.app, frameStatus: 'unknown' }} className="ad-look-small" />
          <blockquote className="ad-quote">{shown.reason}</blockquote>
          {shown.app.status === 'rejected' ? (
            <p className="text-sm text-muted">This app has been rejected: nobody meets it in the feed.</p>
          ) : (
            <>
              <ReasonField reason={reason} rows={2} onType={setReason} />
              <div className="flex justify-end gap-3">
                <Button variant="quiet" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" variant="danger" pending={isBusy ? 'Rejecting...' : undefined}>
                  Reject app
                </Button>
              </div>
            </>
          )}
        </form>
      ) : null}
    </Sheet>
  );
}
