import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { keepOwnApp } from './keep-own-app.ts';
import { waitingFields } from './waiting-words.ts';

export function WithdrawQuestion({ app, onClose }: { app: OwnApp; onClose: () => void }) {
  const withdrawal = useAction({
    work: async () => keepOwnApp(await call(withdrawApp, { params: { id: app.id } })),
    success: { title: t`Withdrawn`, description: t`Your app isn’t shown anymore.` },
    failure: { action: 'withdraw-app', title: t`Couldn’t withdraw the app`, text: t`Please try again.` },
    onDone: onClose,
    leaves: true,
  });
  const isShown = app.status === 'approved';
  return (
    <div className="grid gap-5">
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
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="secondary"
          className="grow"
          data-autofocus
          onClick={onClose}
        >{t`Keep the app`}</Button>
        <Button
          variant="danger"
          className="grow"
          pending={withdrawal.pending ? t`Withdrawing…` : undefined}
          onClick={withdrawal.start}
        >{t`Withdraw`}</Button>
      </div>
    </div>
  );
}
