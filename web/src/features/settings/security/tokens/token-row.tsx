import { t } from '@lingui/core/macro';
import type { ApiToken } from '@zapdeck/contract/accounts/api-tokens';
import SquareTerminal from 'lucide-react/icons/square-terminal';
import Trash2 from 'lucide-react/icons/trash-2';
import { Badge } from '../../../../components/ui/badge.tsx';
import { IconButton } from '../../../../components/ui/icon-button.tsx';
import { localized } from '../../../../lib/localized.ts';
import { scopeTexts } from './scope-texts.ts';

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
export function TokenRow({ token, onRevoke }: Props) {
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
