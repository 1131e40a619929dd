import { plural } from '@lingui/core/macro';
import { useUser } from '../../lib/session.ts';
import { useTaste } from '../../lib/taste.ts';

/** Number of votes that a member still needs for the deck `for-you`. */
export function MissingVotes() {
  const { isGuest } = useUser();
  const { data } = useTaste(!isGuest);
  if (!data || data.votesMissing === 0) return null;
  return (
    <p className="mt-4 text-muted">
      {plural(data.votesMissing, {
        one: 'Vote on # more app, and “For you” brings what people with your taste like.',
        other: 'Vote on # more apps, and “For you” brings what people with your taste like.',
      })}
    </p>
  );
}
