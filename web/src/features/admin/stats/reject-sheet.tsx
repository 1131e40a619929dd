import type { PendingApp } from '@zapdeck/contract/apps';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

interface Props {
  app: PendingApp | undefined;
  onClose: () => void;
  onReject: (app: PendingApp, reason: string) => void;
  onClosed: () => void;
}

/** Asks for the reason of a rejection; it may stay empty. */
export function RejectSheet({ app, onClose, onReject, onClosed }: Props) {
  const [shown, setShown] = useState(app);
  const [reason, setReason] = useState('');
  if (app && app !== shown) {
    setShown(app);
    setReason('');
  }
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (app) onReject(app, reason);
  };
  return (
    <Sheet open={!!app} onClose={onClose} onClosed={onClosed} title={`Reject ${shown?.title ?? ''}`}>
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
            Reject app
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
