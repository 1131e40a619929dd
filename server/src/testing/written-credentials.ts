import type { Scope } from '@zapdeck/contract/accounts/scopes';

interface Named {
  id: string;
  day: string;
}

const newToken = (day: string) => {
  const scopes: Scope[] = ['apps:read'];
  return { name: 'Build server', scopes, expiresAt: `${day}T00:00:00.000Z` };
};
const inTwoDays = () => new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);

const hasToken = 'EXISTS (SELECT FROM api_tokens WHERE user_id = :mark)';

/** Writing routes of API tokens and identities. The subject owns them. */
export const writtenCredentials = {
  createApiToken: { body: () => newToken(inTwoDays()), stored: hasToken },
  revokeApiToken: {
    before: `INSERT INTO api_tokens (id, user_id, hash, name, scopes, expires_at)
      VALUES (:mark, :mark, :mark, 'Build server', '{apps:read}', now() + interval '1 day');`,
    stored: `NOT ${hasToken}`,
  },
  unlinkIdentity: {
    before: `UPDATE users SET google_id = 'https://g.example ' || :mark WHERE id = :mark;`,
    stored: 'EXISTS (SELECT FROM users WHERE id = :mark AND google_id IS NULL)',
  },
};

/** Valid inputs for the endpoints of API tokens. */
export const credentialCalls = ({ id, day }: Named) => ({
  apiTokens: {},
  createApiToken: { body: newToken(day) },
  revokeApiToken: { refused: 'api_token_not_found', params: { id } },
});
