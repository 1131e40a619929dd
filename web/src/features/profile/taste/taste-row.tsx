import type { DeckCover } from '@zapdeck/contract/feed/deck-list';
import { cardHref } from '@zapdeck/contract/instance/screens';
import { Link } from 'wouter';
import { Cover } from '../../../components/ui/cover.tsx';
import type { Elements } from '../../../lib/elements.ts';

interface Props {
  app: DeckCover;
  note: string;
  children?: Elements;
}

/** App of the member's taste. Its title leads to its card. */
export function TasteRow({ app, note, children = null }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-2.5">
      <Cover app={app} className="h-14 w-11 shrink-0 rounded-[10px]" />
      <div className="min-w-[min(7rem,100%)] grow basis-0">
        <Link
          href={cardHref(app.id)}
          dir="auto"
          className="relative line-clamp-3 font-medium wrap-anywhere underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:underline"
        >
          {app.title}
        </Link>
        <p className="text-sm text-muted">{note}</p>
      </div>
      {children}
    </li>
  );
}
