import type { ChangedApp } from '@zapdeck/contract/app-changes';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { ReasonField } from '../parts/reason-field.tsx';

export interface Refusing {
  changed: ChangedApp;
  /** Puts the listing back, or takes the app out of the deck. */
  way: 'put-back' | 'reject';
}

interface Props {
  refusing: Refusing | undefined;
  isBusy: boolean;
  onRefuse: (refusing: Refusing, reason: string) => void;
  onClose: () => void;
}

const words = {
  'put-back': {
    title: 'Refuse the changes of',
    text: 'The listing is put back to what was approved, and an address that waits is dropped. A page cannot be put back.',
    confirm: 'Refuse changes',
  },
  reject: {
    title: 'Reject',
    text: 'The app leaves the deck at once. Its maker can change it and send it in again.',
    confirm: 'Reject app',
  },
} as const;

/** Says what a refusal does, and asks for its reason, which may stay empty. */
export function RefuseSheet({ refusing, isBusy, onRefuse, onClose }: Props) {
  const [shown, setShown] = useState(refusing);
  const [reason, setReason] = useState('');
  if (refusing && refusing !== shown) {
    setShown(refusing);
    setReason('');
  }
  const { title, text, confirm } = words[shown?.way ?? 'put-back'];
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (refusing && !isBusy) onRefuse(refusing, reason);
  };
  return (
    <Sheet open={!!refusing} onClose={onClose} title={`${title} ${shown?.changed.app.title ?? ''}`}>
      <form onSubmit={submit} className="grid gap-5">
        <p>{text}</p>
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
            {confirm}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
