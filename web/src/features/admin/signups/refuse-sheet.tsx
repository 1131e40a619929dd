import { plural, t } from '@lingui/core/macro';
import { REFUSAL_REASON_MAX, UNAPPROVED_DAYS } from '@zapdeck/contract/accounts/applications';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';

interface FormProps {
  isBusy: boolean;
  onRefuse: (reason: string) => void;
  onClose: () => void;
}

function RefuseForm({ isBusy, onRefuse, onClose }: FormProps) {
  const [reason, setReason] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onRefuse(reason);
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <p>
        {plural(
          { days: UNAPPROVED_DAYS },
          {
            one: 'The account will be deleted in # day. Until then it keeps the rights of a guest.',
            other: 'The account will be deleted in # days. Until then it keeps the rights of a guest.',
          },
        )}
      </p>
      <Field label={t`Reason`} optional hint={t`The person reads this in an email.`}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            data-autofocus
            rows={3}
            maxLength={REFUSAL_REASON_MAX}
            className={`${controlClass} resize-none`}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <SheetButtons>
        <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="danger" pending={isBusy ? t`One moment…` : undefined}>
          {t`Refuse`}
        </Button>
      </SheetButtons>
    </form>
  );
}

interface Props extends FormProps {
  open: boolean;
  name: string;
}

/** Asks for an optional reason before an account is refused. */
export function RefuseSheet({ open, name, ...form }: Props) {
  return (
    <Sheet open={open} isBusy={form.isBusy} onClose={form.onClose} title={t`Refuse ${name}`}>
      <RefuseForm {...form} />
    </Sheet>
  );
}
