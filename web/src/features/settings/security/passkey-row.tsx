import { t } from '@lingui/core/macro';
import type { Passkey } from '@zapdeck/contract/sign-in/passkeys';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';

/** Returns the name that the owner gave, or a general one. */
export const nameOf = ({ name }: Passkey): string => name ?? t`Passkey`;

interface Props {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

/** A passkey with its use, and buttons to rename and remove it. */
export function PasskeyRow({ passkey, onRename, onRemove }: Props) {
  const { createdAt, lastUsedAt, isSynced } = passkey;
  const name = nameOf(passkey);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-field bg-raised text-muted">
        <Fingerprint size={22} aria-hidden="true" />
      </span>
      <div className="min-w-[min(8rem,100%)] grow basis-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <TimeAgo moment={createdAt} say={(when) => t`Added ${when}`} />
          {lastUsedAt === null ? (
            <span>{t`Not used yet`}</span>
          ) : (
            <TimeAgo moment={lastUsedAt} say={(when) => t`Used ${when}`} />
          )}
          <span>{isSynced ? t`Synced with your other devices` : t`On one device only`}</span>
        </p>
      </div>
      <div className="-me-2.5 flex shrink-0 self-start">
        <IconButton label={t`Rename ${name}`} onClick={onRename}>
          <Pencil size={18} />
        </IconButton>
        <IconButton label={t`Remove ${name}`} onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      </div>
    </li>
  );
}
