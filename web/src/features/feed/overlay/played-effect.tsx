import type { VoteType } from '@zapdeck/contract/votes';
import { Lightning } from './lightning.tsx';
import './overlay.css';
import { ThumbBurst } from './thumb-burst.tsx';

/** The animation over the cards; another key plays it anew. */
export function PlayedEffect({ effect }: { effect: 'zap' | VoteType }) {
  return effect === 'zap' ? <Lightning /> : <ThumbBurst voteType={effect} />;
}
