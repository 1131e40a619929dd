import { t } from '@lingui/core/macro';
import { API_TOKENS_MAX, type ApiToken, revokeApiToken } from '@zapdeck/contract/accounts/api-tokens';
import SquareTerminal from 'lucide-react/icons/square-terminal';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { useLast } from '../../components/ui/sheet.tsx';
import { call } from '../../lib/call.ts';
import { localized } from '../../lib/localized.ts';
import { useAction } from '../../lib/use-action.ts';
import { NewTokenSheet } from './new-token-sheet.tsx';
import { refreshApiTokens, scopeTexts, useApiTokens } from './tokens.ts';

const ownDay = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium' }));
const utcDay = localized(
  (locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeZone: 'UTC' }),
);

const isPast = (moment: string): boolean => Date.parse(moment) <= Date.now();

interface Props {
  token: ApiToken;
  onRevoke: () => void;
}

/** A token with its permissions, its end and its last use, and a button to revoke it. */
function TokenRow({ token, onRevoke }: Props) {
  const { name, scopes, expiresAt, lastUsedOn } = token;
  const isExpired = isPast(expiresAt);
  const day = ownDay().format(Date.parse(expiresAt));
  const texts = scopeTexts();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-field bg-raised text-muted">
        <SquareTerminal size={22} aria-hidden="true" />
      </span>
      <div className="grid min-w-[min(8rem,100%)] grow basis-0 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="font-semibold wrap-anywhere">
            {name}
          </span>
          {isExpired ? (
            <Badge tone="amber">
              <span>{t({ message: 'Expired', context: 'token' })}</span>
            </Badge>
          ) : null}
        </p>
        <ul className="flex flex-wrap gap-1.5 py-1">
          {scopes.map((scope) => (
            <li key={scope}>
              <Badge>
                <span>{texts[scope].name}</span>
              </Badge>
            </li>
          ))}
        </ul>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{isExpired ? t`Expired on ${day}` : t`Expires on ${day}`}</span>
          <span>
            {lastUsedOn === null
              ? t`Not used yet`
              : t`Last used on ${{ date: utcDay().format(Date.parse(lastUsedOn)) }}`}
          </span>
        </p>
      </div>
      <IconButton label={t`Revoke ${name}`} className="-me-2.5 self-start" onClick={onRevoke}>
        <Trash2 size={18} />
      </IconButton>
    </li>
  );
}

interface TokenRevocationProps {
  open: boolean;
  token: ApiToken;
  onClose: () => void;
}

/** Confirms and revokes a token. */
function TokenRevocation({ open, token, onClose }: TokenRevocationProps) {
  const { pending, start } = useAction({
    work: async () => {
      await call(revokeApiToken, { params: { id: token.id } });
      await refreshApiTokens();
    },
    success: { title: t`Token revoked`, description: t`It no longer works.` },
    failure: {
      action: 'revoke-api-token',
      title: t`Couldn’t revoke the token`,
    },
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Revoke ${{ name: token.name }}?`}
      confirm={t`Revoke`}
      pending={pending ? t`Revoking…` : undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <p>{t`Programs that use this token stop working at once. This cannot be undone.`}</p>
    </ConfirmSheet>
  );
}

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
