import { t } from '@lingui/core/macro';
import { PersonReason, SUSPENSION_REASON_MAX } from '@zapdeck/contract/accounts/people';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { useForm } from '../../../lib/form.ts';
import type { Action } from '../../../lib/use-action.ts';

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
export function ReasonForm({ children, confirm, pending, action, onClose }: FormProps) {
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
