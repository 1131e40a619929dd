import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { call } from '../../../lib/call.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { keepOwnApp } from './keep-own-app.ts';
import { waitingFields } from './waiting-words.ts';

interface Props {
  open: boolean;
  app: OwnApp;
  onClose: () => void;
}

export function WithdrawQuestion({ open, app, onClose }: Props) {
  const withdrawal = useAction({
    work: async () => keepOwnApp(await call(withdrawApp, { params: { id: app.id } })),
    success: { title: t`Withdrawn`, description: t`Your app isn’t shown anymore.` },
    failure: { action: 'withdraw-app', title: t`Couldn’t withdraw the app` },
    onDone: onClose,
  });
  const isShown = app.status === 'approved';
  return (
    <ConfirmSheet
      open={open}
      title={t`Withdraw ${app.title}?`}
      confirm={t`Withdraw`}
      pending={withdrawal.pending ? t`Withdrawing…` : undefined}
      onConfirm={withdrawal.start}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>
          {isShown
            ? t`It and its public page go offline right away. Anyone using it now can finish.`
            : t`Its review ends.`}
        </li>
        {waitingFields(app).length > 0 ? <li>{t`Your changes in review are dropped.`}</li> : null}
        <li>{t`Its likes and its history are kept.`}</li>
        <li>{t`You can resubmit it at any time. It is then reviewed like a new app.`}</li>
      </ul>
    </ConfirmSheet>
  );
}
