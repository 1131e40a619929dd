import { type CannedReason, deleteCannedReason } from '@zapdeck/contract/moderation';
import { useState } from 'react';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { act } from '../parts/act.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { CannedReasonForm } from './canned-reason-form.tsx';

interface Props {
  edited: CannedReason | 'new' | undefined;
  onClose: () => void;
}

/** Adds a reason, or changes or, once it has asked, deletes one. */
export function CannedReasonSheet({ edited, onClose }: Props) {
  // While it closes, what it was about stays in sight.
  const [shown, setShown] = useState(edited);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (edited && edited !== shown) setShown(edited);
  const known = shown === 'new' ? undefined : shown;
  const remove = async () => {
    if (!known || isBusy) return;
    setIsBusy(true);
    const done = await act({
      name: 'delete-canned-reason',
      work: async () => {
        await call(deleteCannedReason, { params: { id: known.id } });
        return true;
      },
      success: 'Reason deleted',
      failure: 'Failed to delete the reason',
      isServerHeard: true,
    });
    setIsBusy(false);
    setIsAsking(false);
    if (done) onClose();
  };
  return (
    <>
      <Sheet open={!!edited} onClose={onClose} title={known ? 'Edit the reason' : 'Add a reason'}>
        {shown ? (
          <CannedReasonForm edited={shown} onClose={onClose} onDelete={() => setIsAsking(true)} />
        ) : null}
      </Sheet>
      <ConfirmSheet
        open={isAsking}
        title={`Delete “${known?.label ?? ''}”?`}
        confirm="Delete"
        pending={isBusy ? 'Deleting...' : undefined}
        onConfirm={() => void remove()}
        onClose={() => setIsAsking(false)}
      >
        <p>Nobody can pick it any more. Makers who were told it keep what they were told.</p>
      </ConfirmSheet>
    </>
  );
}
