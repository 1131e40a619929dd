import { type Entry, sentenceOf } from './words/audit-sentences.ts';
import { inWords, valueInWords } from './words/in-words.ts';
import './changes.css';
import './values.css';

/** Fields that only the server needs. */
const internal = new Set(['isPictureOwn', 'picture', 'submittedBy', 'uploadId', 'withdrawnAt']);

/** Changed fields of an audit entry, before and after, except those that its sentence names. */
export function Changes({ entry }: { entry: Entry }) {
  const { told = [] } = sentenceOf(entry);
  const { before, after } = entry;
  const isSame = (name: string) => JSON.stringify(before?.[name]) === JSON.stringify(after?.[name]);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !told.includes(name) && !internal.has(name) && !isSame(name),
  );
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
                {after && name in after ? (
                  <span className="inline-block whitespace-pre rtl:-scale-x-100"> → </span>
                ) : null}
              </>
            ) : null}
            {after && name in after ? <ins dir="auto">{valueInWords(name, after[name])}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
