import { Button } from '../../../../components/ui/button.tsx';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';

interface Props {
  title: string;
  text: string;
  /** The way to where there is something: past the filters, or to another page. */
  wayOut?: { label: string; onTake: () => void };
}

/** The card in place of a list that has nothing in it. */
export function EmptyList({ title, text, wayOut }: Props) {
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
