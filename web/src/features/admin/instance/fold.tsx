import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useState } from 'react';

/** Part of a screen that is folded until it is opened. Only then is it rendered. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className="group rounded-field border border-line px-4"
      onToggle={({ currentTarget }) => setWasOpened((before) => before || currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
        <span>{title}</span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="shrink-0 transition-transform group-[[open]]:rotate-180"
        />
      </summary>
      {wasOpened ? <div className="grid grid-cols-1 gap-4 pt-1 pb-4">{children}</div> : null}
    </details>
  );
}
