import type { ReactNode } from 'react';

interface Props {
  /** Stands beside the value on a card; in a table the column's head says it to the eye. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** One value of a row that is a card on a phone and a line of a table on a desk. */
export function Cell({ label, className = '', children }: Props) {
  return (
    <div className={`dash-cell ${className}`}>
      <span className="dash-label">{label}</span>
      <span className="dash-value">{children}</span>
    </div>
  );
}
