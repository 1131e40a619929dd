import { SUSPENSION_REASON_MAX } from '@zapdeck/contract/people';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';

interface Props {
  open: boolean;
  title: string;
  /** What it does and how much it touches. */
  children: ReactNode;
  confirm: string;
  pending: string;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks before something that touches a person, and for the reason, which the person reads. */
export function MustReasonSheet({ open, title, children, confirm, pending, onConfirm, onClose }: Props) {
  const [wasOpen, setWasOpen] = useState(open);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setReason('');
    setMissing(false);
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (reason.trim() === '') {
      setMissing(true);
      return field.current?.focus();
    }
    setIsBusy(true);
    await onConfirm(reason.trim());
    setIsBusy(false);
  };
  return (
    <Sheet open={open} isBusy={isBusy} onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-5" noValidate>
        <div className="grid gap-3">{children}</div>
        <Field
          label="Reason"
          hint="The person reads this in a mail and when they try to sign in."
          error={isMissing ? 'Please give a reason: the person reads it' : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              ref={field}
              dir="auto"
              data-autofocus
              rows={3}
              maxLength={SUSPENSION_REASON_MAX}
              className={`${controlClass} resize-none`}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={isBusy ? pending : undefined}>
            {confirm}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
