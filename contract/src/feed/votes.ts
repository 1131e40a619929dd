import * as z from 'zod/mini';
import { Count, Id, Sender } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const VoteType = z.enum(['up', 'down']);
export type VoteType = z.infer<typeof VoteType>;

/** `cast` and `retract` are idempotent, `toggle` is not. */
export const VoteMode = z.enum(['toggle', 'cast', 'retract']);
export type VoteMode = z.infer<typeof VoteMode>;

export const UserVote = z.object({ voteType: VoteType, userId: Id });
export type UserVote = z.infer<typeof UserVote>;

export function nextVote(current: VoteType | null, voteType: VoteType, mode: VoteMode): VoteType | null {
  if (mode === 'cast') return voteType;
  if (mode === 'retract') return current === voteType ? null : current;
  return current === voteType ? null : voteType;
}

export function recount(
  counts: { upvotes: number; downvotes: number },
  before: VoteType | null,
  after: VoteType | null,
): { upvotes: number; downvotes: number } {
  const change = (type: VoteType) => Number(after === type) - Number(before === type);
  return { upvotes: counts.upvotes + change('up'), downvotes: counts.downvotes + change('down') };
}

export const castVote = route({
  method: 'POST',
  path: '/api/votes',
  summary: 'Vote on an app',
  access: 'member',
  body: z.object({ appId: Id, voteType: VoteType, mode: z._default(VoteMode, 'toggle'), userId: Sender }),
  response: z.object({
    message: z.string(),
    userVote: z.nullable(UserVote),
    upvotes: Count,
    downvotes: Count,
  }),
  errors: ['app_not_found', 'session_changed'],
});
