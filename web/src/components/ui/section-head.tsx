import type { Elements } from '../../lib/elements.ts';

interface Props {
  id: string;
  title: string;
  badge?: Elements;
  children: Elements;
}

/** Heading of a section with a control beside it. */
export function SectionHead({ id, title, badge, children }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h2 id={id} className="display text-heading">
          {title}
        </h2>
        {badge}
      </div>
      {children}
    </div>
  );
}
