import type { AppStatus } from '@zapdeck/contract/apps';
import { UNDO_MS, undoDecisions } from '@zapdeck/contract/decisions';
import { decideReportedApp, type ReportedApp } from '@zapdeck/contract/reported-apps';
import type { BodyOf } from '@zapdeck/contract/route';
import { toast } from '../../../components/ui/toast.tsx';
import { call } from '../../../lib/call.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { act } from '../parts/act.ts';
import { counted } from '../parts/words/counted.ts';
import { refreshAdmin } from '../parts/refresh-admin.ts';

type Decision = Omit<BodyOf<typeof decideReportedApp>, 'updatedAt'>;

function inWords(
  { app, openReports }: ReportedApp,
  { decision, takeDown }: Decision,
  appStatus: AppStatus,
): string {
  const closed = `${counted(openReports, 'report')} ${decision}`;
  if (takeDown) return `“${app.title}” is taken down, ${closed}`;
  return app.heldAt !== null && appStatus === 'approved' ? `“${app.title}” is back, ${closed}` : closed;
}

/** Closes all open reports of an app as it was seen, with a way to undo it; false where that was refused. */
export async function decideReports(group: ReportedApp, decision: Decision): Promise<boolean> {
  try {
    const { batchId, appStatus } = await call(decideReportedApp, {
      params: { id: group.app.id },
      body: { ...decision, updatedAt: group.updatedAt },
    });
    const undo = {
      action: { label: 'Undo', onClick: () => void undoReports(batchId ?? '') },
      durationMs: UNDO_MS,
    };
    toast({
      title: 'Success',
      description: inWords(group, decision, appStatus),
      ...(batchId === null ? {} : undo),
    });
    void refreshAdmin();
    return true;
  } catch (error) {
    tellFailure(error, {
      action: 'decide-reports',
      title: 'Error',
      text: 'Failed to close the reports',
      words: 'server',
    });
    // Somebody else may have been faster.
    void refreshAdmin();
    return false;
  }
}

async function undoReports(batchId: string): Promise<void> {
  await act({
    name: 'undo-decisions',
    work: () => call(undoDecisions, { params: { id: batchId } }),
    success: ({ undone }) =>
      undone.length > 0
        ? 'The reports are open again. Nobody was told.'
        : 'It has been changed since and stays as it is.',
    failure: 'Failed to undo the decision',
    isServerHeard: true,
  });
}
