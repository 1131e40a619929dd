import { t } from '@lingui/core/macro';
import type { AppChange, ChangedApp } from '@zapdeck/contract/apps/app-changes';
import { Cover } from '../../../components/ui/cover.tsx';
import { changeName, changeValue, isPicture } from './change-words.ts';

interface SideProps {
  app: ChangedApp['app'];
  change: AppChange;
  side: 'before' | 'after';
}

function Side({ app, change, side }: SideProps) {
  const value = change[side];
  const after = change.isWaiting ? t`In review, not public yet` : t`Public now`;
  const label = side === 'before' ? t`Approved` : after;
  return (
    <div className={side === 'before' ? 'dash-was' : 'dash-is'}>
      <span className="dash-side">{label}</span>
      {isPicture(change.field) ? (
        <>
          <Cover app={{ ...app, picture: value }} className="h-20 w-36 rounded-field" />
          <span className="sr-only">{value === null ? t`No picture` : t`A picture`}</span>
        </>
      ) : (
        <span dir="auto" className="whitespace-pre-line">
          {changeValue(change.field, value)}
        </span>
      )}
    </div>
  );
}

/** Changed fields of an app: approved value, new value, and whether the new one is public. */
export function ChangeRows({ app, changes }: Pick<ChangedApp, 'app' | 'changes'>) {
  if (changes.length === 0)
    return <p className="text-sm text-muted">{t`The old value was deleted with the maker’s account.`}</p>;
  return (
    <dl className="dash-differences">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{changeName(change.field)}</dt>
          <dd>
            {change.field === 'version' ? null : <Side app={app} change={change} side="before" />}
            <Side app={app} change={change} side="after" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
