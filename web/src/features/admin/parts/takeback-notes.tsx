import { t } from '@lingui/core/macro';
import { TAKEN_KEPT_DAYS, type Takeback } from '@zapdeck/contract/moderation/takebacks';
import { Status } from '../../../components/ui/status.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { localized } from '../../../lib/localized.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { PutVotesBack } from './put-votes-back.tsx';
import { progressInWords } from './words/takeback-words.ts';

const DAY_MS = 24 * 3_600_000;
const date = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long' }));

/** The last day on which the votes can certainly be restored. */
const lastDayOf = ({ createdAt }: Takeback): string =>
  date().format(Date.parse(createdAt) + (TAKEN_KEPT_DAYS - 1) * DAY_MS);

interface NoteProps {
  takeback: Takeback;
  /** Shown until the votes are restored. */
  hint?: string | undefined;
}

function TakebackNote({ takeback, hint }: NoteProps) {
  const isAdmin = useIsAdmin();
  const canBeUndone = takeback.undoneAt === null;
  const day = lastDayOf(takeback);
  return (
    <li className="dash-note dash-note-action">
      <div>
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Status className="font-semibold">{progressInWords(takeback)}</Status>
          <span className="text-sm text-muted">
            <TimeAgo moment={takeback.undoneAt ?? takeback.createdAt} />
          </span>
        </div>
        {canBeUndone && hint ? <p className="mt-1 text-sm">{hint}</p> : null}
        {canBeUndone && isAdmin ? (
          <p className="mt-1 text-sm">{t`You can put them back until ${day}.`}</p>
        ) : null}
      </div>
      <PutVotesBack takeback={takeback} />
    </li>
  );
}

/** List items: the newest takeback, and older ones that were not undone. */
export function TakebackNotes({
  takebacks,
  hint,
}: {
  takebacks: readonly Takeback[];
  hint?: string | undefined;
}) {
  return takebacks
    .filter(({ undoneAt, isSettled }, place) => place === 0 || !undoneAt || !isSettled)
    .map((takeback) => <TakebackNote key={takeback.id} takeback={takeback} hint={hint} />);
}
