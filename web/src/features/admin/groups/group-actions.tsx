import { plural, t } from '@lingui/core/macro';
import { type Takeback, TAKEN_KEPT_DAYS, undoTakeback } from '@zapdeck/contract/takebacks';
import { dismissVoteGroup, takeVotesBack, type VoteGroupPage } from '@zapdeck/contract/vote-groups';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';

function progressInWords({ isSettled, undoneAt, votes, restored }: Takeback): string {
  if (undoneAt === null)
    return isSettled
      ? plural(votes, { one: '# vote was taken back.', other: '# votes were taken back.' })
      : plural(votes, { one: '# vote taken back so far…', other: '# votes taken back so far…' });
  return isSettled
    ? plural(restored, { one: '# vote was put back.', other: '# votes were put back.' })
    : plural(restored, { one: '# vote put back so far…', other: '# votes put back so far…' });
}

/** Moderators dismiss a group. Admins take its votes back, and put them back. */
export function GroupActions({ page: { group, takeback, votes } }: { page: VoteGroupPage }) {
  const isAdmin = useIsAdmin();
  const [isAsking, setAsking] = useState(false);
  const { id } = group;
  const isDismissed = group.state === 'dismissed';
  const taking = useAdminAction({
    name: 'take-votes-back',
    work: () => call(takeVotesBack, { params: { id } }),
    success: t`The votes are being taken back`,
    failure: t`Failed to take the votes back`,
    prefersServerText: true,
    onDone: () => setAsking(false),
  });
  const undoing = useAdminAction({
    name: 'put-votes-back',
    work: (takebackId: string) => call(undoTakeback, { params: { id: takebackId } }),
    success: t`The votes are being put back`,
    failure: t`Failed to put the votes back`,
    prefersServerText: true,
  });
  const dismissal = useAdminAction({
    name: 'dismiss-vote-group',
    work: () => call(dismissVoteGroup, { params: { id }, body: { isDismissed: !isDismissed } }),
    success: isDismissed ? t`The group is open again` : t`The group is dismissed`,
    failure: t`Failed to save`,
    prefersServerText: true,
  });
  const canTake = isAdmin && votes > 0 && takeback?.isSettled !== false;
  const undoable = isAdmin && takeback && takeback.undoneAt === null ? takeback : undefined;
  return (
    <div className="grid gap-3">
      <Status className="text-sm text-muted">{takeback ? progressInWords(takeback) : ''}</Status>
      <div className="dash-buttons">
        {canTake ? (
          <Button variant="danger" onClick={() => setAsking(true)}>{t`Take votes back`}</Button>
        ) : null}
        {undoable ? (
          <Button
            variant="secondary"
            pending={undoing.pending ? t`Putting back...` : undefined}
            onClick={() => undoing.start(undoable.id)}
          >{t`Put votes back`}</Button>
        ) : null}
        {group.state === 'taken' ? null : (
          <Button
            variant="secondary"
            pending={dismissal.pending ? t`Saving...` : undefined}
            onClick={dismissal.start}
          >
            {isDismissed ? t`Reopen the group` : t`Dismiss the group`}
          </Button>
        )}
      </div>
      <ConfirmSheet
        open={isAsking}
        title={t`Take votes back`}
        confirm={t`Take back`}
        pending={taking.pending ? t`Taking back...` : undefined}
        onConfirm={taking.start}
        onClose={() => setAsking(false)}
      >
        <p>
          {plural(
            { count: votes },
            {
              one: 'This takes back # vote. Counts, scores and decks are updated.',
              other: 'This takes back # votes. Counts, scores and decks are updated.',
            },
          )}
        </p>
        <p>
          {plural(
            { count: TAKEN_KEPT_DAYS },
            { other: 'The accounts stay. You can put the votes back for # days.' },
          )}
        </p>
      </ConfirmSheet>
    </div>
  );
}
