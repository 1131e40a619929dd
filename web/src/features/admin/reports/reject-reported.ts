import { setAppStatus } from '@zapdeck/contract/apps';
import { type AdminReport, reviewReport } from '@zapdeck/contract/reports';
import { call } from '../../../lib/call.ts';
import { act } from '../parts/act.ts';

/** Rejects the app of a report, which is reviewed by that; false where the app was not rejected. */
export async function rejectReported(report: AdminReport, reason: string | null): Promise<boolean> {
  const rejected = await act({
    name: 'set-app-status',
    work: () => call(setAppStatus, { params: { id: report.appId }, body: { status: 'rejected', reason } }),
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
  return rejected !== undefined;
}
