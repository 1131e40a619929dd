import { i18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { AppStatus } from '@zapdeck/contract/apps/apps';
import { UNDO_MS, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { decideReportedApp, type ReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import type { AdminReport } from '@zapdeck/contract/moderation/reports';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { call } from '../../../lib/call.ts';
import { type Action, useAction } from '../../../lib/use-action.ts';
import { refreshAfter } from '../parts/refresh-admin.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';

type Decision = Omit<BodyOf<typeof decideReportedApp>, 'updatedAt'>;

function resultInWords(
  { app, openReports }: ReportedApp,
  { decision, takeDown }: Decision,
  appStatus: AppStatus,
): string {
  const { title } = app;
  const count = openReports;
  if (takeDown)
    return t`“${title}” is rejected, ${plural(count, { one: '# report reviewed', other: '# reports reviewed' })}`;
  if (decision === 'reviewed')
    return plural(count, { one: '# report reviewed', other: '# reports reviewed' });
  return app.heldAt !== null && appStatus === 'approved'
    ? t`“${title}” is back, ${plural(count, { one: '# report dismissed', other: '# reports dismissed' })}`
    : plural(count, { one: '# report dismissed', other: '# reports dismissed' });
}

export interface ReportsDecision {
  appId: string;
  body: BodyOf<typeof decideReportedApp>;
  done: (appStatus: AppStatus) => string;
  undone: string;
}

/** Closes all open reports that the admin saw. */
export function closingOf(group: ReportedApp, decision: Decision): ReportsDecision {
  return {
    appId: group.app.id,
    body: { ...decision, updatedAt: group.updatedAt },
    done: (appStatus) => resultInWords(group, decision, appStatus),
    undone: t`The reports are open again. Nobody was notified.`,
  };
}

/** Rejects the app of a report, and closes all its open reports. */
export function rejectionOf({ appId }: AdminReport, reason: string | null): ReportsDecision {
  return {
    appId,
    body: { decision: 'reviewed', takeDown: { reason } },
    done: () => t`App status updated successfully`,
    undone: t`The app and its reports are as they were. Nobody was notified.`,
  };
}

const failures = {
  close: { text: msg`Couldn’t close the reports`, words: 'server' },
  reject: { text: msg`Failed to update app status`, words: 'ours' },
} as const;

/** Sends a decision on reports, with a message that offers Undo. */
export function useDecideReports(kind: keyof typeof failures, onDone?: () => void): Action<ReportsDecision> {
  const { text, words } = failures[kind];
  const undo = useAdminAction({
    name: 'undo-decisions',
    async work({ batchId, undone }: { batchId: string; undone: string }) {
      const answer = await call(undoDecisions, { params: { id: batchId } });
      return answer.undone.length > 0 ? undone : t`It has changed since and stays as it is.`;
    },
    success: (said) => said,
    failure: t`Couldn’t undo the decision`,
    prefersServerText: true,
  });
  return useAction({
    async work({ appId, body, done, undone }: ReportsDecision) {
      const { batchId, appStatus } = await refreshAfter(
        call(decideReportedApp, { params: { id: appId }, body }),
      );
      return { description: done(appStatus), undone, batchId };
    },
    success: ({ description, undone, batchId }) => ({
      title: t`Success`,
      description,
      ...(batchId === null
        ? {}
        : {
            action: { label: t`Undo`, onClick: () => undo.start({ batchId, undone }) },
            durationMs: UNDO_MS,
          }),
    }),
    failure: { action: 'decide-reports', title: t`Error`, text: i18n._(text), words },
    ...(onDone ? { onDone, leaves: true } : {}),
  });
}
