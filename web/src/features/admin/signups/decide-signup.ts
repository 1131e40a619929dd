import { t } from '@lingui/core/macro';
import {
  type ApplicationDecision,
  decideApplication,
  undoApplicationDecision,
} from '@zapdeck/contract/accounts/applications';
import { UNDO_MS } from '@zapdeck/contract/moderation/decisions';
import { toast } from '../../../lib/toasts.ts';
import { call } from '../../../lib/call.ts';
import { notifyError } from '../../../lib/notify-error.ts';
import { type Action, useAction } from '../../../lib/use-action.ts';
import { refreshAfter } from '../parts/refresh-admin.ts';

async function undo(id: string): Promise<void> {
  try {
    await refreshAfter(call(undoApplicationDecision, { params: { id } }));
    toast({ title: t`Decision undone`, description: t`Nobody was notified.` });
  } catch (error) {
    notifyError(error, {
      action: 'undo-application-decision',
      title: t`Error`,
      text: t`Couldn’t undo the decision`,
      words: 'server',
    });
  }
}

interface Decision {
  decision: ApplicationDecision;
  reason?: string;
}

/** Returns the decision on an account. The message after it offers to undo it. */
export function useSignupDecision(id: string, name: string): Action<Decision> {
  return useAction({
    work: ({ decision, reason = '' }: Decision) =>
      refreshAfter(
        call(decideApplication, { params: { id }, body: { decision, reason: reason.trim() || null } }),
      ).then(() => decision),
    success: (decision) => ({
      title: t`Success`,
      description: decision === 'approved' ? t`${name} is approved` : t`${name} is refused`,
      action: { label: t`Undo`, onClick: () => void undo(id) },
      durationMs: UNDO_MS,
    }),
    failure: {
      action: 'decide-application',
      title: t`Error`,
      text: t`Couldn’t save the decision`,
      words: 'server',
    },
  });
}
