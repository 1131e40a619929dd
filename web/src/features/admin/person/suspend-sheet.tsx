import { plural, t } from '@lingui/core/macro';
import { type PersonPage, suspendPerson } from '@zapdeck/contract/accounts/people';
import { useState } from 'react';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import type { Action } from '../../../lib/use-action.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { Switch } from '../parts/switch.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { undoInWords } from '../parts/words/takeback-words.ts';
import { fullNameOf } from '../users/user-card.tsx';
import { ReasonForm } from './must-reason-sheet.tsx';

interface Props {
  person: PersonPage;
  open: boolean;
  onDone: () => void;
  onClose: () => void;
}

function suspensionInWords(waitingApps: number): string {
  const effect = t`They are signed out everywhere and cannot sign in until you lift the suspension.`;
  if (waitingApps === 0) return effect;
  const leaving = plural(waitingApps, {
    one: '# pending app leaves the queue until then.',
    other: '# pending apps leave the queue until then.',
  });
  return `${effect} ${leaving}`;
}

interface Suspending {
  reason: string;
  takesAppsOut: boolean;
  takesVotesBack: boolean;
}

interface FormProps {
  person: PersonPage;
  action: Action<Suspending>;
  onClose: () => void;
}

/** Switches are off whenever the dialog opens. Only admins can take votes back. */
function SuspendForm({ person: { apps, votes }, action, onClose }: FormProps) {
  const isAdmin = useIsAdmin();
  const [takesAppsOut, setTakesAppsOut] = useState(false);
  const [takesVotesBack, setTakesVotesBack] = useState(false);
  const cast = votes.up + votes.down;
  return (
    <ReasonForm
      confirm={t`Suspend`}
      pending={t`Suspending…`}
      action={{ ...action, start: (reason) => action.start({ reason, takesAppsOut, takesVotesBack }) }}
      onClose={onClose}
    >
      <p>{suspensionInWords(apps.pending)}</p>
      {apps.approved > 0 ? (
        <Switch
          label={plural(
            { count: apps.approved },
            {
              one: 'Remove # approved app from the deck too',
              other: 'Remove # approved apps from the deck too',
            },
          )}
          note={t`Once the suspension is lifted, these apps wait for a moderator.`}
          checked={takesAppsOut}
          onChange={setTakesAppsOut}
        />
      ) : null}
      {isAdmin && cast > 0 ? (
        <Switch
          label={plural({ count: cast }, { one: 'Take back # vote too', other: 'Take back # votes too' })}
          note={undoInWords()}
          checked={takesVotesBack}
          onChange={setTakesVotesBack}
        />
      ) : null}
    </ReasonForm>
  );
}

/** Asks for the reason of a suspension, and whether to remove apps and votes. */
export function SuspendSheet({ person, open, onDone, onClose }: Props) {
  const { user } = person;
  const name = fullNameOf(user);
  const action = useAdminAction({
    name: 'suspend-person',
    work: (body: Suspending) => call(suspendPerson, { params: { id: user.id }, body }),
    success: t`${name} is suspended`,
    failure: t`Couldn’t suspend the account`,
    prefersServerText: true,
    onDone,
  });
  return (
    <Sheet open={open} isBusy={action.pending} onClose={onClose} title={t`Suspend ${name}`}>
      <SuspendForm person={person} action={action} onClose={onClose} />
    </Sheet>
  );
}
