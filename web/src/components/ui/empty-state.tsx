import type { ReactNode } from 'react';

/** Decoration for empty states: a deck without cards. */
export function EmptyDeck({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 140" aria-hidden="true" fill="none" className={className}>
      <ellipse cx="100" cy="128" rx="70" ry="7" className="fill-ink" opacity=".07" />
      <rect
        x="40"
        y="30"
        width="72"
        height="94"
        rx="14"
        transform="rotate(-11 76 77)"
        className="fill-raised stroke-line-strong"
        strokeWidth="2"
        strokeDasharray="5 6"
      />
      <rect
        x="90"
        y="30"
        width="72"
        height="94"
        rx="14"
        transform="rotate(10 126 77)"
        className="fill-raised stroke-line-strong"
        strokeWidth="2"
        strokeDasharray="5 6"
      />
      <rect x="64" y="18" width="74" height="100" rx="15" className="fill-brand" />
      <path d="M107 38 82 73h15l-5 27 27-38h-15z" className="fill-bolt" />
      <path
        d="M28 34v12M22 40h12M172 20v10M167 25h10M178 92v8M174 96h8"
        className="stroke-brand-ink"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

interface Props {
  title: string;
  text: string;
  children?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <EmptyDeck className="h-32 max-w-full" />
      <h2 className="display mt-6 text-heading">{title}</h2>
      <p className="mt-2 max-w-sm text-muted">{text}</p>
      {children ? <div className="mt-6">{children}</div> : null}
    </div>
  );
}
