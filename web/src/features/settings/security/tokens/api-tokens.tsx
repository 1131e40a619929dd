import { t } from '@lingui/core/macro';
import { API_TOKENS_MAX, type ApiToken } from '@zapdeck/contract/accounts/api-tokens';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { QueryView } from '../../../../components/ui/query-view.tsx';
import { useLast } from '../../../../components/ui/sheet.tsx';
import { NewTokenSheet } from './new-token-sheet.tsx';
import { TokenRevocation } from './token-revocation.tsx';
import { TokenRow } from './token-row.tsx';
import { useApiTokens } from './use-api-tokens.ts';

function Tokens({ tokens }: { tokens: readonly ApiToken[] }) {
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken>();
  const asked = useLast(revoked);
  const close = () => setRevoked(undefined);
  return (
    <>
      {tokens.length === 0 ? (
        <p className="mt-1 rounded-field bg-raised px-4 py-3 text-sm">
          {t`You have no tokens. Create one for a program that submits your apps or reads their numbers.`}
        </p>
      ) : (
        <ul>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          ))}
        </ul>
      )}
      {tokens.length < API_TOKENS_MAX ? (
        <Button
          variant="secondary"
          className="mt-4 max-sm:w-full"
          aria-haspopup="dialog"
          onClick={() => setCreating(true)}
        >{t`Create token`}</Button>
      ) : (
        <p className="mt-4 text-sm text-muted">
          {t`Your account has the maximum number of tokens. Revoke one first.`}
        </p>
      )}
      <NewTokenSheet open={isCreating} onClose={() => setCreating(false)} />
      {asked ? (
        <TokenRevocation key={asked.id} open={revoked !== undefined} token={asked} onClose={close} />
      ) : null}
    </>
  );
}

/** The API tokens of the account: create and revoke. */
export function ApiTokens() {
  const query = useApiTokens();
  return (
    <section aria-labelledby="api-tokens">
      <h3 id="api-tokens" className="mb-1 text-lg font-semibold">{t`API tokens`}</h3>
      <p className="text-sm text-muted">{t`With a token, a program acts for you without your password.`}</p>
      <a
        href="/api/docs"
        className="inline-flex min-h-11 items-center text-sm font-semibold text-brand-ink underline underline-offset-4"
      >{t`Documentation of the API`}</a>
      <QueryView
        query={query}
        failure={t`Couldn’t load your API tokens`}
        skeleton={<div className="skeleton mt-4 h-12" />}
      >
        {(tokens) => <Tokens tokens={tokens} />}
      </QueryView>
    </section>
  );
}
