import { plural, t } from '@lingui/core/macro';
import { type PersonPage, suspendPerson } from '@zapdeck/contract/people';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { Switch } from '../parts/switch.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { undoInWords } from '../parts/words/takeback-words.ts';
import { fullNameOf } from '../users/user-card.tsx';
import { MustReasonSheet } from './must-reason-sheet.tsx';

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

/** Asks for the reason of a suspension, and whether apps and votes go too. Only admins take votes back. */
export function SuspendSheet({ person: { user, apps, votes }, open, onDone, onClose }: Props) {
  const isAdmin = useIsAdmin();
  const [takesAppsOut, setTakesAppsOut] = useState(false);
  const [takesVotesBack, setTakesVotesBack] = useState(false);
  const name = fullNameOf(user);
  const cast = votes.up + votes.down;
  const reset = () => {
    setTakesAppsOut(false);
    setTakesVotesBack(false);
  };
  const action = useAdminAction({
    name: 'suspend-person',
    work: (reason: string) =>
      call(suspendPerson, { params: { id: user.id }, body: { reason, takesAppsOut, takesVotesBack } }),
    success: t`${name} is suspended`,
    failure: t`Failed to suspend`,
    prefersServerText: true,
    onDone() {
      reset();
      onDone();
    },
  });
  return (
    <MustReasonSheet
      open={open}
      title={t`Suspend ${name}`}
      confirm={t`Suspend`}
      pending={t`Suspending...`}
      action={action}
      onClose={() => {
        reset();
        onClose();
      }}
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
    </MustReasonSheet>
  );
}
