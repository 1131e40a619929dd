import type { ReactNode } from 'react';
import './values.css';

/** Number of characters of a name and its value that fit on a line. Longer values stand below their name. */
const LINE_MAX = 48;

interface Props {
  name: string;
  /** Texts of the value. */
  texts: readonly string[];
  children: ReactNode;
}

/** Name and value of a field, in a list of values. */
export function ValueRow({ name, texts, children }: Props) {
  const isLong = [name, ...texts].join(' ').length > LINE_MAX;
  return (
    <div data-long={isLong || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
