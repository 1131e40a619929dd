import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export interface EmptyListProps {
  title: string;
  text: string;
  /** Leads to rows: without filters, or on another page. */
  wayOut?: { label: string; onTake: () => void };
}

/** A card instead of a list without rows. */
export function EmptyList({ title, text, wayOut }: EmptyListProps) {
  return (
    <div className="card">
      <EmptyState title={title} text={text}>
        {wayOut ? (
          <Button variant="secondary" onClick={wayOut.onTake}>
            {wayOut.label}
          </Button>
        ) : null}
      </EmptyState>
    </div>
  );
}
