import Tag from 'lucide-react/icons/tag';
import UserRound from 'lucide-react/icons/user-round';
import type { Elements } from '../../lib/elements.ts';
import { hiddenName, type NamedHidden } from '../../lib/hidden-name.ts';
import { CategoryIcon } from './category-icon.tsx';

function Drawing({ kind, value }: NamedHidden) {
  switch (kind) {
    case 'category':
      return <CategoryIcon category={value} className="size-5" />;
    case 'tag':
      return <Tag size={20} aria-hidden="true" />;
    case 'maker':
      return <UserRound size={20} aria-hidden="true" />;
  }
}

interface Props {
  item: NamedHidden;
  note: string;
  children: Elements;
}

/** A category, a tag or a maker in a list, with a button that hides it or shows it again. */
export function HiddenRow({ item, note, children }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-field bg-raised text-muted">
        <Drawing {...item} />
      </span>
      <span className="min-w-[min(5rem,100%)] grow basis-0">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {hiddenName(item)}
        </span>
        <span className="block text-sm text-muted">{note}</span>
      </span>
      {children}
    </li>
  );
}
