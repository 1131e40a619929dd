import { t } from '@lingui/core/macro';
import { say } from '../../lib/say.ts';

/** First tags of an app, and the number of the others. */
export function TagList({ tags, max }: { tags: readonly string[]; max: number }) {
  if (tags.length === 0) return null;
  const more = tags.length - max;
  return (
    <ul aria-label={t`Tags`} className="flex flex-wrap gap-1.5">
      {tags.slice(0, max).map((tag) => (
        <li
          key={tag}
          dir="auto"
          className="max-w-40 truncate rounded-pill bg-raised px-2.5 py-1 text-xs font-medium text-muted"
        >
          {say(tag)}
        </li>
      ))}
      {more > 0 ? (
        <li
          dir="ltr"
          className="tabular rounded-pill bg-raised px-2.5 py-1 text-xs font-medium text-muted"
        >{`+${more}`}</li>
      ) : null}
    </ul>
  );
}
