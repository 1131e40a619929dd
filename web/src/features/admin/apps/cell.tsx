import type { ReactNode } from 'react';

interface Props {
  /** Shown beside the value on a card. In a table, the column head shows it. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** One value of a row: part of a card on phones, a table cell on wide screens. */
export function Cell({ label, className = '', children }: Props) {
  return (
    <div className={`dash-cell ${className}`}>
      <span className="dash-label">{label}</span>
      <span className="dash-value">{children}</span>
    </div>
  );
}
