import type { AuditEntry } from '@zapdeck/contract/audit-log';
import { inWords, valueInWords } from './words/in-words.ts';
import './changes.css';
import './values.css';

/** What was changed, as it was before and is after. */
export function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <dl className="dash-values dash-changes">
      {names.map((name) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd>
            {before && name in before ? (
              <>
                <del dir="auto">{valueInWords(name, before[name])}</del>
                {after && name in after ? <span> → </span> : null}
              </>
            ) : null}
            {after && name in after ? <ins dir="auto">{valueInWords(name, after[name])}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
