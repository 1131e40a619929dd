import { plural, t } from '@lingui/core/macro';
import { TAKEN_KEPT_DAYS } from '@zapdeck/contract/takebacks';
import { dismissVoteGroup, takeVotesBack, type VoteGroupPage } from '@zapdeck/contract/vote-groups';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { TakeVotesBack } from '../parts/take-votes-back.tsx';
import { TakebackNotes } from '../parts/takeback-notes.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { useKeptFocus } from '../parts/use-kept-focus.ts';

/** Moderators dismiss a group. Admins take its votes back, and put them back. */
export function GroupActions({ page: { group, takebacks, votes } }: { page: VoteGroupPage }) {
  const isAdmin = useIsAdmin();
  const { id } = group;
  const isDismissed = group.state === 'dismissed';
  const dismissal = useAdminAction({
    name: 'dismiss-vote-group',
    work: () => call(dismissVoteGroup, { params: { id }, body: { isDismissed: !isDismissed } }),
    success: isDismissed ? t`The group is open again` : t`The group is dismissed`,
    failure: t`Failed to save`,
    prefersServerText: true,
  });
  const canTake = isAdmin && votes > 0 && takebacks.every(({ isSettled }) => isSettled);
  const actions = useKeptFocus<HTMLDivElement>(JSON.stringify([canTake, takebacks]));
  return (
    <div ref={actions} className="grid grid-cols-1 gap-3">
      {takebacks.length > 0 ? (
        <ul className="grid grid-cols-1 gap-3">
          <TakebackNotes takebacks={takebacks} />
        </ul>
      ) : null}
      <div className="dash-buttons">
        {canTake ? (
          <TakeVotesBack
            votes={votes}
            work={() => call(takeVotesBack, { params: { id } })}
            undo={plural(
              { count: TAKEN_KEPT_DAYS },
              { other: 'The accounts stay. You can put the votes back for # days.' },
            )}
          />
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
    </div>
  );
}
