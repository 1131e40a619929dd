import type { AuditEntry } from '@zapdeck/contract/audit-log';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { inWords } from '../parts/in-words.ts';
import { actionNames } from './action-names.ts';
import { doerOf } from './audit-name-of.ts';
import '../parts/values.css';
import './audit-entry-card.css';

interface Props {
  entry: AuditEntry;
  /** Narrows the list to what this person did. */
  onPerson: (id: string) => void;
}

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <dl className="ad-values ad-changes">
      {names.map((name) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd>
            {before && name in before ? (
              <>
                <del>{inWords(before[name])}</del>
                {after && name in after ? ' → ' : null}
              </>
            ) : null}
            {after && name in after ? <ins>{inWords(after[name])}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One thing an admin did, with what it was before and after. */
export function AuditEntryCard({ entry, onPerson }: Props) {
  const { actor, action, targetId, targetName, before, after, createdAt } = entry;
  return (
    <li className="card ad-act">
      <p className="ad-act-head">
        <strong>{actionNames[action]}</strong>
        {targetId === null ? null : (
          <span className="min-w-0 truncate" title={targetId}>
            {targetName !== null && action.startsWith('user.') ? (
              <PersonLink id={targetId}>{targetName}</PersonLink>
            ) : (
              (targetName ?? `gone: ${targetId.slice(0, 8)}`)
            )}
          </span>
        )}
        <span className="ad-act-who">
          {actor === null ? (
            doerOf(entry)
          ) : (
            <button type="button" className="ad-link" onClick={() => onPerson(actor.id)}>
              {doerOf(entry)}
            </button>
          )}{' '}
          · <TimeAgo moment={createdAt} />
        </span>
      </p>
      <Changes before={before} after={after} />
    </li>
  );
}
