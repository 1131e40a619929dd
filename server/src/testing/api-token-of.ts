import { randomBytes } from 'node:crypto';
import { API_TOKEN_PREFIX } from '@zapdeck/contract/accounts/api-tokens';
import type { Scope } from '@zapdeck/contract/accounts/scopes';
import { apiTokens } from '../db/schema/api-tokens.table.ts';
import { apiTokenHashOf } from '../accounts/api-tokens.ts';
import type { Person, TestApp } from './test-app.ts';

type Values = Partial<typeof apiTokens.$inferInsert>;

/** Stores a token that the person could have created while their role allowed it. Returns the token. */
export async function apiTokenOf(
  { deps, clock }: TestApp,
  { user }: Person,
  scopes: readonly Scope[],
  values: Values = {},
): Promise<string> {
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  await deps.db.insert(apiTokens).values({
    userId: user?.id ?? '',
    hash: apiTokenHashOf(token),
    name: 'Test',
    scopes: [...scopes],
    expiresAt: new Date(clock.now.getTime() + 24 * 3_600_000),
    createdAt: clock.now,
    ...values,
  });
  return token;
}
