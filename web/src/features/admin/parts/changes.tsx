import { languages } from '@zapdeck/contract/wire/languages';
import { languageName } from '../../../lib/language-choices.ts';
import { ValueRow } from './value-row.tsx';
import { type Entry, sentenceOf } from './words/audit-sentences.ts';
import { inWords, valueInWords } from './words/in-words.ts';
import './changes.css';

/** Fields that only the server needs. */
const internal = new Set(['isPictureOwn', 'picture', 'submittedBy', 'uploadId', 'withdrawnAt']);

interface Change {
  field: string;
  /** BCP 47 tag, if the field has a text in each language. */
  language?: string;
  before: unknown;
  after: unknown;
}

const isByLanguage = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => key in languages);

const isChanged = ({ before, after }: Change) => JSON.stringify(before) !== JSON.stringify(after);

/** Splits a field with texts by language into a change for each of them. */
function byLanguage(change: Change): Change[] {
  const { field, before, after } = change;
  const sides = [before, after].filter((side) => side !== undefined);
  if (!sides.every(isByLanguage)) return [change];
  const textIn = (side: unknown, language: string) =>
    isByLanguage(side) ? (side[language] ?? null) : undefined;
  return Object.keys(Object.assign({}, ...sides))
    .map((language) => ({
      field,
      language,
      before: textIn(before, language),
      after: textIn(after, language),
    }))
    .filter(isChanged);
}

function ChangeRow({ field, language, before, after }: Change) {
  const old = before === undefined ? undefined : valueInWords(field, before);
  const current = after === undefined ? undefined : valueInWords(field, after);
  const name = inWords(field);
  return (
    <ValueRow
      name={language === undefined ? name : `${name} · ${languageName(language)}`}
      texts={[old ?? '', current ?? '']}
    >
      {old === undefined ? null : (
        <>
          <del lang={before === null ? undefined : language} dir="auto">
            {old}
          </del>
          {current === undefined ? null : (
            <span className="inline-block whitespace-pre rtl:-scale-x-100"> → </span>
          )}
        </>
      )}
      {current === undefined ? null : (
        <ins lang={after === null ? undefined : language} dir="auto">
          {current}
        </ins>
      )}
    </ValueRow>
  );
}

interface ListProps extends Pick<Entry, 'before' | 'after'> {
  /** Fields that are left out. */
  told?: readonly string[];
}

/** Changed fields with their values before, if they are known, and after. */
export function ChangeList({ before, after, told = [] }: ListProps) {
  const changes = Object.keys({ ...before, ...after })
    .filter((field) => !told.includes(field) && !internal.has(field))
    .map((field): Change => ({ field, before: before?.[field], after: after?.[field] }))
    .filter(isChanged)
    .flatMap(byLanguage);
  if (changes.length === 0) return null;
  return (
    <dl className="dash-values dash-changes">
      {changes.map((change) => (
        <ChangeRow key={`${change.field} ${change.language}`} {...change} />
      ))}
    </dl>
  );
}

/** Changed fields of an audit entry, before and after, except those that its sentence names. */
export const Changes = ({ entry }: { entry: Entry }) => (
  <ChangeList before={entry.before} after={entry.after} told={sentenceOf(entry).told ?? []} />
);
