import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Elements } from '../../lib/elements.ts';

interface Props {
  icon: LucideIcon;
  title: ReactNode;
  text: ReactNode;
  children?: Elements;
}

export function AccountRow({ icon: Icon, title, text, children }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 md:py-5">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-field bg-raised text-muted">
        <Icon size={22} aria-hidden="true" />
      </span>
      <div className="min-w-[min(11rem,100%)] grow basis-0">
        <h3 className="font-semibold">{title}</h3>
        <div className="text-sm text-muted">{text}</div>
      </div>
      {children}
    </li>
  );
}

export function RowsSkeleton() {
  return (
    <div aria-hidden="true">
      {[1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4 border-t border-line py-3 first:border-t-0">
          <div className="skeleton size-11 shrink-0" />
          <div className="grid grow gap-2">
            <div className="skeleton h-4 w-24" />
            <div className="skeleton h-3.5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
