import type { AuditEntry } from '@zapdeck/contract/audit-log';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { Changes } from '../parts/changes.tsx';
import { actionNames } from '../parts/words/action-names.ts';
import { appAddress } from '../parts/app-link.tsx';
import { doerOf } from '../parts/words/audit-name-of.ts';
import { PersonLink } from '../parts/person-link.tsx';
import './audit-entry-card.css';

interface Props {
  entry: AuditEntry;
  /** Narrows the list to what this person did. */
  onPerson: (id: string) => void;
  /** Narrows the list to what was done to this target, where that is more than the list has. */
  onTarget?: (id: string) => void;
}

/** One thing an admin did, with what it was before and after. */
export function AuditEntryCard({ entry, onPerson, onTarget }: Props) {
  const { actor, action, targetId, targetName, before, after, createdAt } = entry;
  return (
    <li className="card dash-act">
      <p className="dash-act-head">
        <strong>{actionNames[action]}</strong>
        {targetId === null ? null : onTarget === undefined ? (
          <span dir="auto" className="min-w-0 truncate">
            {targetName ?? `gone: ${targetId.slice(0, 8)}`}
          </span>
        ) : (
          <button
            type="button"
            dir="auto"
            className="dash-link min-w-0 truncate"
            title={targetId}
            onClick={() => onTarget(targetId)}
          >
            {targetName ?? `gone: ${targetId.slice(0, 8)}`}
          </button>
        )}
        <span className="dash-act-who">
          {actor === null ? (
            <bdi>{doerOf(entry)}</bdi>
          ) : (
            <button type="button" dir="auto" className="dash-link" onClick={() => onPerson(actor.id)}>
              {doerOf(entry)}
            </button>
          )}
          <span> · </span>
          <TimeAgo moment={createdAt} />
        </span>
      </p>
      <Changes before={before} after={after} />
      {targetId !== null && targetName !== null && action.startsWith('app.') ? (
        <p className="text-sm">
          <Link href={appAddress(targetId)} className="dash-link">
            Open the app
          </Link>
        </p>
      ) : null}
      {targetId !== null && targetName !== null && action.startsWith('user.') ? (
        <p className="text-sm">
          <PersonLink id={targetId}>Open the person</PersonLink>
        </p>
      ) : null}
    </li>
  );
}
