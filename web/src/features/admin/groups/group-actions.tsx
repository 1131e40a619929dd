import { plural, t } from '@lingui/core/macro';
import { TAKEN_KEPT_DAYS } from '@zapdeck/contract/moderation/takebacks';
import {
  dismissVoteGroup,
  takeVotesBack,
  type VoteGroupPage,
} from '@zapdeck/contract/moderation/vote-groups';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { TakeVotesBack } from '../parts/take-votes-back.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';

/** Admins can take votes back unless a takeback or undo is running. */
export const canTakeBack = ({ takebacks, votes }: VoteGroupPage, isAdmin: boolean): boolean =>
  isAdmin && votes > 0 && takebacks.every(({ isSettled }) => isSettled);

/** Moderators can dismiss a group. Admins can take its votes back. */
export function GroupActions({ page }: { page: VoteGroupPage }) {
  const canTake = canTakeBack(page, useIsAdmin());
  const { id, state } = page.group;
  const isDismissed = state === 'dismissed';
  const dismissal = useAdminAction({
    name: 'dismiss-vote-group',
    work: () => call(dismissVoteGroup, { params: { id }, body: { isDismissed: !isDismissed } }),
    success: isDismissed ? t`The group is open again` : t`The group is dismissed`,
    failure: t`Couldn’t save the decision`,
    prefersServerText: true,
  });
  if (state === 'taken' && !canTake) return null;
  return (
    <SheetButtons>
      {state === 'taken' ? null : (
        <Button
          variant="secondary"
          pending={dismissal.pending ? t`Saving…` : undefined}
          onClick={dismissal.start}
        >
          {isDismissed ? t`Reopen the group` : t`Dismiss the group`}
        </Button>
      )}
      {canTake ? (
        <TakeVotesBack
          votes={page.votes}
          work={() => call(takeVotesBack, { params: { id } })}
          undo={plural(
            { count: TAKEN_KEPT_DAYS },
            { other: 'The accounts stay. You can put the votes back within # days.' },
          )}
        />
      ) : null}
    </SheetButtons>
  );
}
