import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';

interface Props {
  title: string;
  text: string;
  /** The way back to the whole list, where filters have emptied it. */
  wholeList?: { label: string; onShow: () => void } | undefined;
}

/** The card in place of a list that has nothing in it. */
export function EmptyList({ title, text, wholeList }: Props) {
  return (
    <div className="card">
      <EmptyState title={title} text={text}>
        {wholeList ? (
          <Button variant="secondary" onClick={wholeList.onShow}>
            {wholeList.label}
          </Button>
        ) : null}
      </EmptyState>
    </div>
  );
}
