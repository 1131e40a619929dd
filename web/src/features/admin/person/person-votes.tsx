import { plural, t } from '@lingui/core/macro';
import { type PersonPage, takePersonVotesBack } from '@zapdeck/contract/people';
import { TAKEN_KEPT_DAYS, type Takeback } from '@zapdeck/contract/takebacks';
import { Link } from 'wouter';
import { Status } from '../../../components/ui/status.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { PutVotesBack } from '../parts/put-votes-back.tsx';
import { TakeVotesBack } from '../parts/take-votes-back.tsx';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { progressInWords, undoInWords } from '../parts/words/takeback-words.ts';

const DAY_MS = 24 * 3_600_000;
const date = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long' }));

/** The last day on which the votes can surely be put back. */
const lastDayOf = ({ createdAt }: Takeback): string =>
  date().format(Date.parse(createdAt) + (TAKEN_KEPT_DAYS - 1) * DAY_MS);

function Taken({ takeback, isSuspended }: { takeback: Takeback; isSuspended: boolean }) {
  const isAdmin = useIsAdmin();
  const canBeUndone = takeback.undoneAt === null;
  const day = lastDayOf(takeback);
  return (
    <li className="dash-note">
      <div>
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Status className="font-semibold">{progressInWords(takeback)}</Status>
          <span className="text-sm text-muted">
            <TimeAgo moment={takeback.undoneAt ?? takeback.createdAt} />
          </span>
        </div>
        {canBeUndone && isSuspended ? (
          <p className="mt-1 text-sm">{t`Lifting the suspension doesn’t put them back.`}</p>
        ) : null}
        {canBeUndone && isAdmin ? (
          <p className="mt-1 text-sm">{t`You can put them back until ${day}.`}</p>
        ) : null}
      </div>
      <PutVotesBack takeback={takeback} />
    </li>
  );
}

/** Votes of a suspended account that admins can take back, and votes that were taken back. */
export function PersonVotes({ person }: { person: PersonPage }) {
  const isAdmin = useIsAdmin();
  const { user, takebacks, takenWithGroups, votes } = person;
  const isSuspended = person.suspension !== null;
  const cast = votes.up + votes.down;
  const isRunning = takebacks.some(({ isSettled }) => !isSettled);
  const shown = takebacks.filter(({ undoneAt, isSettled }, place) => place === 0 || !undoneAt || !isSettled);
  const canTake = isAdmin && isSuspended && cast > 0 && !isRunning;
  const list = useKeptFocus<HTMLUListElement>(JSON.stringify([canTake, shown]));
  if (!canTake && shown.length === 0 && takenWithGroups === 0) return null;
  return (
    <ul ref={list} className="grid grid-cols-1 gap-3">
      {shown.map((takeback) => (
        <Taken key={takeback.id} takeback={takeback} isSuspended={isSuspended} />
      ))}
      {takenWithGroups > 0 ? (
        <li className="dash-note">
          <p>
            {plural(takenWithGroups, {
              one: '# vote was taken back with a vote group.',
              other: '# votes were taken back with a vote group.',
            })}
          </p>
          <Link href="/admin/groups?state=all" className="dash-link">{t`Vote groups`}</Link>
        </li>
      ) : null}
      {canTake ? (
        <li className="dash-note">
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
