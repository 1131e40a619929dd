import type { ReactNode } from 'react';
import './values.css';

/** Longer values get the whole width, below their name. */
const SHORT_MAX = 40;

interface Props {
  name: string;
  /** Texts of the value. */
  texts: readonly string[];
  children: ReactNode;
}

/** Name and value of a field, in a list of values. */
export function ValueRow({ name, texts, children }: Props) {
  const isLong = texts.some((text) => text.length > SHORT_MAX);
  return (
    <div data-long={isLong || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
