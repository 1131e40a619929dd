import { type PendingApp, REVIEW_REASON_MAX } from '@zapdeck/contract/apps';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';

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
        <Field label="Reason" optional hint="The maker reads this in the email about the review.">
          {(control) => (
            <textarea
              {...control}
              data-autofocus
              rows={3}
              maxLength={REVIEW_REASON_MAX}
              className={`${controlClass} resize-none`}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
              }}
            />
          )}
        </Field>
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
