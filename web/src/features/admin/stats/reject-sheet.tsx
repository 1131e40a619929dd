import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { counted } from '../parts/counted.ts';
import { ReasonField } from '../parts/reason-field.tsx';

/** What is to be rejected: one app by its title, or so many. */
export interface Rejecting {
  title: string;
  count: number;
}

interface Props {
  rejecting: Rejecting | undefined;
  onClose: () => void;
  onReject: (reason: string) => void;
  onClosed: () => void;
}

/** Asks for the reason of a rejection, the same for all that are rejected; it may stay empty. */
export function RejectSheet({ rejecting, onClose, onReject, onClosed }: Props) {
  const [shown, setShown] = useState(rejecting);
  const [reason, setReason] = useState('');
  if (rejecting && rejecting !== shown) {
    setShown(rejecting);
    setReason('');
  }
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (rejecting) onReject(reason);
  };
  const many = shown && shown.count > 1 ? counted(shown.count, 'app') : undefined;
  return (
    <Sheet
      open={!!rejecting}
      onClose={onClose}
      onClosed={onClosed}
      title={`Reject ${many ?? shown?.title ?? ''}`}
    >
      <form onSubmit={submit} className="grid gap-5">
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
          <Button type="submit" variant="danger">
            {many ? `Reject ${many}` : 'Reject app'}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
