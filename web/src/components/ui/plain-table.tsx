import type { Elements } from '../../lib/elements.ts';
import './plain-table.css';

interface Props {
  label: string;
  columns: readonly string[];
  caption?: string;
  /** Limits the height; the rows scroll. */
  isLimited?: boolean;
  /** All columns after the first contain numbers. */
  isNumeric?: boolean;
  children: Elements;
}

/** A table that scrolls within its own box, by keyboard too. */
export function PlainTable({
  label,
  columns,
  caption,
  isLimited = false,
  isNumeric = false,
  children,
}: Props) {
  return (
    <div
      className={`plain-table ${isLimited ? 'max-h-72' : ''}`}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={isNumeric ? 'plain-numbers tabular' : undefined}>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}
