import type { AppStatus } from '@zapdeck/contract/apps';
import { UNDO_MS, undoDecisions } from '@zapdeck/contract/decisions';
import { decideReportedApp, type ReportedApp } from '@zapdeck/contract/reported-apps';
import type { AdminReport } from '@zapdeck/contract/reports';
import type { BodyOf } from '@zapdeck/contract/route';
import { toast } from '../../../components/ui/toast.tsx';
import { call } from '../../../lib/call.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { act } from '../parts/act.ts';
import { formatCounted } from '../../../lib/numbers.ts';
import { refreshAdmin } from '../parts/refresh-admin.ts';

type Decision = Omit<BodyOf<typeof decideReportedApp>, 'updatedAt'>;

function inWords(
  { app, openReports }: ReportedApp,
  { decision, takeDown }: Decision,
  appStatus: AppStatus,
): string {
  const closed = `${formatCounted(openReports, 'report')} ${decision}`;
  if (takeDown) return `“${app.title}” is taken down, ${closed}`;
  return app.heldAt !== null && appStatus === 'approved' ? `“${app.title}” is back, ${closed}` : closed;
}

interface Closing {
  appId: string;
  body: BodyOf<typeof decideReportedApp>;
  done: (appStatus: AppStatus) => string;
  undone: string;
  failure: { text: string; words: 'server' | 'ours' };
}

/** Sends a decision and says what came of it, with a way to undo it; false where it was refused. */
async function close({ appId, body, done, undone, failure }: Closing): Promise<boolean> {
  try {
    const { batchId, appStatus } = await call(decideReportedApp, { params: { id: appId }, body });
    const undo = {
      action: { label: 'Undo', onClick: () => void undoReports(batchId ?? '', undone) },
      durationMs: UNDO_MS,
    };
    toast({ title: 'Success', description: done(appStatus), ...(batchId === null ? {} : undo) });
    void refreshAdmin();
    return true;
  } catch (error) {
    tellFailure(error, { action: 'decide-reports', title: 'Error', ...failure });
    // Somebody else may have been faster.
    void refreshAdmin();
    return false;
  }
}

/** Closes all open reports of an app as it was seen, with a way to undo it; false where that was refused. */
export function decideReports(group: ReportedApp, decision: Decision): Promise<boolean> {
  return close({
    appId: group.app.id,
    body: { ...decision, updatedAt: group.updatedAt },
    done: (appStatus) => inWords(group, decision, appStatus),
    undone: 'The reports are open again. Nobody was told.',
    failure: { text: 'Failed to close the reports', words: 'server' },
  });
}

/** Rejects the app of a report, and with that closes all that are open of it, with a way to undo it; false where that failed. */
export function rejectReported({ appId }: AdminReport, reason: string | null): Promise<boolean> {
  return close({
    appId,
    body: { decision: 'reviewed', takeDown: { reason } },
    done: () => 'App status updated successfully',
    undone: 'The app and its reports are as they were. Nobody was told.',
    failure: { text: 'Failed to update app status', words: 'ours' },
  });
}

async function undoReports(batchId: string, undone: string): Promise<void> {
  await act({
    name: 'undo-decisions',
    work: () => call(undoDecisions, { params: { id: batchId } }),
    success: (answer) =>
      answer.undone.length > 0 ? undone : 'It has been changed since and stays as it is.',
    failure: 'Failed to undo the decision',
    isServerHeard: true,
  });
}
