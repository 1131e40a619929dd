import { plural, t } from '@lingui/core/macro';
import { type PersonPage, takePersonVotesBack } from '@zapdeck/contract/accounts/people';
import { Link } from 'wouter';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { TakeVotesBack } from '../parts/take-votes-back.tsx';
import { TakebackNotes } from '../parts/takeback-notes.tsx';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { undoInWords } from '../parts/words/takeback-words.ts';

/** Votes of a suspended account that admins can take back, and votes that were taken back. */
export function PersonVotes({ person }: { person: PersonPage }) {
  const isAdmin = useIsAdmin();
  const { user, takebacks, takenWithGroups, votes } = person;
  const isSuspended = person.suspension !== null;
  const cast = votes.up + votes.down;
  const isRunning = takebacks.some(({ isSettled }) => !isSettled);
  const canTake = isAdmin && isSuspended && cast > 0 && !isRunning;
  const list = useKeptFocus<HTMLUListElement>(JSON.stringify([canTake, takebacks]));
  if (!canTake && takebacks.length === 0 && takenWithGroups === 0) return null;
  return (
    <ul ref={list} className="grid grid-cols-1 gap-3">
      <TakebackNotes
        takebacks={takebacks}
        hint={isSuspended ? t`Lifting the suspension doesn’t put them back.` : undefined}
      />
      {takenWithGroups > 0 ? (
        <li className="dash-note dash-note-action">
          <p>
            {plural(takenWithGroups, {
              one: '# vote was taken back with a vote group.',
              other: '# votes were taken back with a vote group.',
            })}
          </p>
          <Link href="/admin/trust/groups?state=all" className="dash-link">{t`Vote groups`}</Link>
        </li>
      ) : null}
      {canTake ? (
        <li className="dash-note dash-note-action">
          <p>{plural(cast, { one: 'Their # vote still counts.', other: 'Their # votes still count.' })}</p>
          <TakeVotesBack
            votes={cast}
            work={() => call(takePersonVotesBack, { params: { id: user.id } })}
            undo={undoInWords()}
          />
        </li>
      ) : null}
    </ul>
  );
}
