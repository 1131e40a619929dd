import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import type Eye from 'lucide-react/icons/eye';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Elements } from '../../lib/elements.ts';
import { formatCount } from '../../lib/numbers.ts';
import { say } from '../../lib/say.ts';
import { Cover } from './cover.tsx';
import { OpenLink } from './open-link.tsx';

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

/** Own apps have a heading one level lower and show one more tag. */
const looks = {
  row: { heading: 'h2', tags: 2 },
  own: { heading: 'h3', tags: 3 },
} as const;

interface CountProps {
  icon: typeof Eye;
  count: number;
  /** For screen readers, instead of the number: "3 upvotes". */
  text: string;
  className?: string;
}

/** A count with its icon. */
export function Count({ icon: Icon, count, text, className = '' }: CountProps) {
  return (
    <span className={`tabular inline-flex items-center gap-1 ${className}`}>
      <Icon size={14} aria-hidden="true" />
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

interface Props {
  app: Pick<
    App,
    'id' | 'title' | 'description' | 'language' | 'url' | 'category' | 'tags' | 'picture' | 'colour'
  >;
  look: keyof typeof looks;
  /** Address that a tap on the card opens. */
  href?: string;
  actions?: Elements;
  facts: ReactNode;
  children?: Elements;
}

/** App in a list. */
export function AppCard({ app, look, href, actions, facts, children }: Props) {
  const { heading: Heading, tags } = looks[look];
  return (
    <li
      className={`card rise relative flex flex-wrap gap-4 p-3.5 ${href === undefined ? '' : 'transition hover:border-line-strong'}`}
    >
      <Cover whole app={app} className="h-28 w-20 shrink-0 rounded-field sm:w-24" />
      <div className="flex min-w-0 grow basis-40 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Heading
            lang={app.language ?? undefined}
            dir="auto"
            className="display line-clamp-2 min-w-0 grow basis-26 pb-0.5 text-lg/snug wrap-anywhere"
          >
            {href === undefined ? (
              app.title
            ) : (
              <Link href={href} className="after:absolute after:inset-0 after:rounded-card">
                {app.title}
              </Link>
            )}
          </Heading>
          <div className="relative flex shrink-0 gap-1">
            {actions}
            <OpenLink url={app.url} title={app.title} />
          </div>
        </div>
        <p lang={app.language ?? undefined} dir="auto" className="line-clamp-2 text-sm text-muted">
          {app.description}
        </p>
        <TagList tags={app.tags} max={tags} />
        {children}
        <p className="mt-auto flex flex-wrap items-center gap-x-3 text-xs text-muted">{facts}</p>
      </div>
    </li>
  );
}
