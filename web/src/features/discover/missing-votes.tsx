import { plural } from '@lingui/core/macro';
import { deckTexts } from '@zapdeck/contract/feed/deck-list';
import { FOR_YOU_VOTES } from '@zapdeck/contract/feed/taste';
import { useId } from 'react';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { useTaste } from '../../lib/pending/taste.ts';

/** Number of votes that a member still needs for the deck `for-you`. */
export function MissingVotes() {
  const id = useId();
  const { isGuest, approval } = useUser();
  const { data } = useTaste(!isGuest && !approval);
  if (!data || data.votesMissing === 0) return null;
  return (
    <div className="card mt-3 grid gap-2 p-4 md:mt-4 md:p-5">
      <h3 className="display text-lg/snug">{say(deckTexts({ kind: 'for-you', value: null }).title)}</h3>
      <p id={id} className="text-sm text-muted">
        {plural(data.votesMissing, {
          one: '# more vote to unlock For you',
          other: '# more votes to unlock For you',
        })}
      </p>
      <ProgressBar
        aria-labelledby={id}
        className="max-w-md"
        max={FOR_YOU_VOTES}
        value={FOR_YOU_VOTES - data.votesMissing}
      />
    </div>
  );
}
