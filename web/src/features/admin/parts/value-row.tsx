import type { ReactNode } from 'react';
import './values.css';

/** Maximum length of name and value on one line. Longer values are below their name. */
const LINE_MAX = 48;

interface Props {
  name: string;
  texts: readonly string[];
  children: ReactNode;
}

export function ValueRow({ name, texts, children }: Props) {
  const isLong = [name, ...texts].join(' ').length > LINE_MAX;
  return (
    <div data-long={isLong || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
