import type { OwnApp } from '@zapdeck/contract/apps';
import { withdrawApp } from '@zapdeck/contract/change-own-app';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { keepOwnApp } from './keep-own-app.ts';
import { waitingFields } from './waiting-words.ts';

/** Says what happens to an app that is withdrawn, and withdraws it. */
export function WithdrawQuestion({ app, onClose }: { app: OwnApp; onClose: () => void }) {
  const withdrawal = useAction({
    work: async () => keepOwnApp(await call(withdrawApp, { params: { id: app.id } })),
    success: { title: 'Withdrawn', description: 'Nobody meets your app any more.' },
    failure: { action: 'withdraw-app', title: 'It is still there', text: 'Please try again.' },
    onDone: onClose,
    leaves: true,
  });
  const isShown = app.status === 'approved';
  return (
    <div className="grid gap-5">
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>
          {isShown
            ? 'It leaves the deck at once, with its public page. Who has it open just now may finish.'
            : 'Nobody reviews it any more.'}
        </li>
        {waitingFields(app).length > 0 ? <li>Your changes in review are dropped.</li> : null}
        <li>Its likes and its history are kept.</li>
        <li>You can send it in again at any time. It then waits for review like a new one.</li>
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" className="grow" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button
          variant="danger"
          className="grow"
          pending={withdrawal.pending ? 'Withdrawing…' : undefined}
          onClick={withdrawal.start}
        >
          Withdraw
        </Button>
      </div>
    </div>
  );
}
