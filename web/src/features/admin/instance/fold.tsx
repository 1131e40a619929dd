import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';

/** Part of a form that is folded until it is opened. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-field border border-line px-4">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
        <span>{title}</span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="shrink-0 transition-transform group-[[open]]:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
