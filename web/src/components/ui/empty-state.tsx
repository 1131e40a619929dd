import type { ReactNode } from 'react';
import { EmptyDeck } from './empty-deck.tsx';

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
