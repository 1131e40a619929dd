import { t } from '@lingui/core/macro';
import type { AuditEntry } from '@zapdeck/contract/instance/audit-log';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { appAddress } from '../parts/app-link.tsx';
import { AuditSentence } from '../parts/audit-sentence.tsx';
import { Changes } from '../parts/changes.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { doerOf, shortIdOf } from '../parts/words/audit-name-of.ts';

const isAboutUser = (action: string): boolean => /^(user|votes)\./.test(action);

interface Props {
  entry: AuditEntry;
  onPerson: (id: string) => void;
  /** Not set on the page of a user, where users are plain text. */
  onTarget?: (id: string) => void;
}

function Target({ entry: { action, targetId, targetName }, onTarget }: Pick<Props, 'entry' | 'onTarget'>) {
  if (targetId === null) return null;
  const shortId = shortIdOf(targetId);
  const name = targetName ?? (isAboutUser(action) ? t`Account ${shortId}` : t`app ${shortId}`);
  if (onTarget === undefined) return <bdi className="font-semibold">{name}</bdi>;
  return (
    <button
      type="button"
      dir="auto"
      className="dash-link"
      title={targetId}
      onClick={() => onTarget(targetId)}
    >
      {name}
    </button>
  );
}

/** An entry of the audit log: a sentence, the changed values, and a link to its target. */
export function AuditEntryCard({ entry, onPerson, onTarget }: Props) {
  const { actor, action, targetId, targetName, createdAt } = entry;
  const doer =
    actor === null ? (
      <bdi className="font-semibold">{doerOf(entry)}</bdi>
    ) : (
      <button type="button" dir="auto" className="dash-link" onClick={() => onPerson(actor.id)}>
        {doerOf(entry)}
      </button>
    );
  return (
    <li className="card grid grid-cols-1 gap-2 px-4 py-3.5">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <p className="min-w-0 wrap-anywhere">
          <AuditSentence
            entry={entry}
            actor={doer}
            target={<Target entry={entry} {...(onTarget ? { onTarget } : {})} />}
          />
        </p>
        <span className="text-sm text-muted md:ms-auto">
          <TimeAgo moment={createdAt} />
        </span>
      </div>
      <Changes entry={entry} />
      {targetId !== null && targetName !== null && action.startsWith('app.') ? (
        <p className="text-sm">
          <Link href={appAddress(targetId)} className="dash-link">{t`View app`}</Link>
        </p>
      ) : null}
      {targetId !== null && targetName !== null && onTarget && isAboutUser(action) ? (
        <p className="text-sm">
          <PersonLink id={targetId}>{t`View user`}</PersonLink>
        </p>
      ) : null}
    </li>
  );
}
