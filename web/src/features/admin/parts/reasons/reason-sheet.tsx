import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { formatCounted } from '../../../../lib/numbers.ts';
import { ReasonField } from './reason-field.tsx';

/** What a maker is to be given a reason for. */
export interface Question {
  title: string;
  /** What it does, where the title does not say that. */
  text?: string;
  confirm: string;
}

/** Asks about the rejection of one app, by its title, or of so many. */
export function rejectionOf(title: string, count = 1): Question {
  const many = formatCounted(count, 'app');
  return count > 1
    ? { title: `Reject ${many}`, confirm: `Reject ${many}` }
    : { title: `Reject ${title}`, confirm: 'Reject app' };
}

interface Props {
  /** Undefined while nothing is asked. */
  question: Question | undefined;
  isBusy?: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  onClosed?: () => void;
}

/** Asks before something that a maker is told of, and for its reason, the same for all; it may stay empty. */
export function ReasonSheet({ question, isBusy = false, onConfirm, onClose, onClosed }: Props) {
  const isOpen = question !== undefined;
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [shown, setShown] = useState(question);
  const [reason, setReason] = useState('');
  // It is told anew with every reading of the list behind it: what was typed stays all the same.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) {
      setShown(question);
      setReason('');
    }
  }
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (isOpen && !isBusy) onConfirm(reason);
  };
  return (
    <Sheet open={isOpen} onClose={onClose} {...(onClosed ? { onClosed } : {})} title={shown?.title ?? ''}>
      <form onSubmit={submit} className="grid gap-5">
        {shown?.text === undefined ? null : <p>{shown.text}</p>}
        <ReasonField
          reason={reason}
          rows={3}
          onType={setReason}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={isBusy ? 'One moment…' : undefined}>
            {shown?.confirm}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
