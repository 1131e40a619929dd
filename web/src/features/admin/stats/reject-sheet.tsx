import type { PendingApp } from '@zapdeck/contract/apps';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { counted } from '../parts/counted.ts';
import { ReasonField } from '../parts/reason-field.tsx';

interface Props {
  apps: readonly PendingApp[] | undefined;
  onClose: () => void;
  onReject: (apps: readonly PendingApp[], reason: string) => void;
  onClosed: () => void;
}

/** Asks for the reason of a rejection, the same for all that are rejected; it may stay empty. */
export function RejectSheet({ apps, onClose, onReject, onClosed }: Props) {
  const [shown, setShown] = useState(apps);
  const [reason, setReason] = useState('');
  if (apps && apps !== shown) {
    setShown(apps);
    setReason('');
  }
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (apps) onReject(apps, reason);
  };
  const what = shown && shown.length > 1 ? counted(shown.length, 'app') : (shown?.[0]?.title ?? '');
  return (
    <Sheet open={!!apps} onClose={onClose} onClosed={onClosed} title={`Reject ${what}`}>
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
            {shown && shown.length > 1 ? `Reject ${counted(shown.length, 'app')}` : 'Reject app'}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
