import { t } from '@lingui/core/macro';
import { type CannedReason, deleteCannedReason } from '@zapdeck/contract/moderation/moderation';
import { useState } from 'react';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { inReadersLanguage } from '../parts/reasons/canned-reasons.tsx';
import { CannedReasonForm } from './canned-reason-form.tsx';

/** Canned reason to change, or a new one. */
export interface EditedReason {
  id: string;
  reason?: CannedReason;
}

interface Props {
  edited: EditedReason | undefined;
  onClose: () => void;
}

function EditReason({ reason, onClose }: { reason: CannedReason | undefined; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const stopAsking = () => setIsAsking(false);
  const removal = useAdminAction({
    name: 'delete-canned-reason',
    work: ({ id }: CannedReason) => call(deleteCannedReason, { params: { id } }),
    success: t`Reason deleted`,
    failure: t`Couldn’t delete the reason`,
    prefersServerText: true,
    onError() {
      stopAsking();
      return false;
    },
    onDone() {
      stopAsking();
      onClose();
    },
    leaves: true,
  });
  return (
    <>
      <CannedReasonForm reason={reason} onClose={onClose} onDelete={() => setIsAsking(true)} />
      {reason ? (
        <ConfirmSheet
          open={isAsking}
          title={t`Delete “${{ label: inReadersLanguage(reason).label }}”?`}
          confirm={t`Delete`}
          pending={removal.pending ? t`Deleting…` : undefined}
          onConfirm={() => removal.start(reason)}
          onClose={stopAsking}
        >
          <p>{t`Moderators can’t pick it anymore. Rejections that used it keep their reason.`}</p>
        </ConfirmSheet>
      ) : null}
    </>
  );
}

/** Adds a reason, changes one, or deletes one after a confirmation. */
export function CannedReasonSheet({ edited, onClose }: Props) {
  return (
    <RecordSheet
      record={edited}
      onClose={onClose}
      title={({ reason }) => (reason ? t`Edit the reason` : t`Add a reason`)}
    >
      {({ reason }) => <EditReason reason={reason} onClose={onClose} />}
    </RecordSheet>
  );
}
