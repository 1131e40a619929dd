import { plural, t } from '@lingui/core/macro';
import {
  type PersonPage,
  PersonReason,
  suspendPerson,
  SUSPENSION_REASON_MAX,
} from '@zapdeck/contract/accounts/people';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { useForm } from '../../../lib/form.ts';
import type { Action } from '../../../lib/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { Switch } from '../parts/switch.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { undoInWords } from '../parts/words/takeback-words.ts';
import { fullNameOf } from '../users/edit-user-sheet.tsx';

interface FormProps {
  children: ReactNode;
  confirm: string;
  pending: string;
  action: Action<string>;
  onClose: () => void;
}

interface Props extends FormProps {
  open: boolean;
  title: string;
}

/** Asks for a reason for the user, and passes it to the action. */
function ReasonForm({ children, confirm, pending, action, onClose }: FormProps) {
  const { ref, errors, bind, submit } = useForm(PersonReason, { reason: '' });
  return (
    <form ref={ref} onSubmit={submit(({ reason }) => action.start(reason))} className="grid gap-5" noValidate>
      <div className="grid gap-3">{children}</div>
      <Field
        label={t`Reason`}
        hint={t`The user reads this in an email and when they try to sign in.`}
        error={errors.reason}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('reason')}
            dir="auto"
            data-autofocus
            rows={3}
            maxLength={SUSPENSION_REASON_MAX}
            className={`${controlClass} resize-none`}
          />
        )}
      </Field>
      <SheetButtons>
        <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="danger" pending={action.pending ? pending : undefined}>
          {confirm}
        </Button>
      </SheetButtons>
    </form>
  );
}

/** Confirms an action on a user and requires a reason, which the user reads. */
export function MustReasonSheet({ open, title, ...form }: Props) {
  return (
    <Sheet open={open} isBusy={form.action.pending} onClose={form.onClose} title={title}>
      <ReasonForm {...form} />
    </Sheet>
  );
}

interface SuspendSheetProps {
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

interface SuspendSheetFormProps {
  person: PersonPage;
  action: Action<Suspending>;
  onClose: () => void;
}

/** Switches are off whenever the dialog opens. Only admins can take votes back. */
function SuspendForm({ person: { apps, votes }, action, onClose }: SuspendSheetFormProps) {
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
export function SuspendSheet({ person, open, onDone, onClose }: SuspendSheetProps) {
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
