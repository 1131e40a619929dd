import type { completeSignIn } from '@zapdeck/contract/sign-in/identities';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordFailure } from '../../accounts/security-events.ts';
import { guesserAt } from '../auth/guesses.ts';
import { countOwnerCode, redeemOwnerCode, WRONG_CODE } from '../auth/owner-code.ts';
import { alarmIfCopied, countUse, verifySignIn } from '../passkeys/use-passkey.ts';
import type { UseFactor } from './arrive.ts';

interface ShownFactor {
  owner: UserRow;
  factor: Omit<BodyOf<typeof completeSignIn>, 'id'>;
  request: FastifyRequest;
  now: Date;
}

const WRONG = { fields: { code: WRONG_CODE } };

/**
 * Runs the work with the factor and records failures. Rejects with `wrong_code`, 429, or like `verifySignIn` and
 * `countUse`.
 */
export async function showFactor<T>(
  db: Db,
  deps: Deps,
  { owner, factor: { code, passkey }, request, now }: ShownFactor,
  work: (useFactor: UseFactor) => Promise<T>,
): Promise<T> {
  const userId = owner.id;
  try {
    if (passkey !== undefined) {
      const use = await verifySignIn(db, deps, passkey, now);
      return await alarmIfCopied(deps, { userId: use.passkey.userId, request, now }, () =>
        work(async (tx, id) => {
          if (use.passkey.userId !== id) throw new Refusal('passkey_refused');
          await countUse(tx, use, now);
        }),
      );
    }
    const typed = { user: owner, code: code ?? '', now };
    const guesser = guesserAt(request, owner, { isSecure: deps.cookie.isSecure, now });
    const attempt = await countOwnerCode(deps, { ...typed, guesser });
    const done = await work(async (tx, id) => {
      const isRight = id === userId && (await redeemOwnerCode(tx, deps, { ...typed, userId, request }));
      if (!isRight) throw attempt.fail(new Refusal('wrong_code', WRONG));
    });
    await attempt.succeed();
    return done;
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'wrong_code' || error.code === 'passkey_refused'))
      recordFailure(deps, { userId, event: 'sign_in_failed', request, now });
    throw error;
  }
}
