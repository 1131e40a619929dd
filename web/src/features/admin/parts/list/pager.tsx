import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from '../../../../components/ui/button.tsx';
import { formatCount } from '../../../../lib/numbers.ts';
import { pageMeant } from './page-meant.ts';
import { ROWS_PER_PAGE } from './use-filters.ts';
import './filters.css';
import './pager.css';

interface Props {
  page: number;
  total: number;
  /** How many there are on a page, where that is not what the other lists have. */
  rows?: number;
  onTurn: (page: number) => void;
}

/** Turns the pages of a list; nothing where one page holds it all, nor on a page that the list does not have. */
export function Pager({ page, total, rows = ROWS_PER_PAGE, onTurn }: Props) {
  const pages = Math.max(1, Math.ceil(total / rows));
  if (pages === 1 || page > pages) return null;
  const turn = (to: number) => {
    onTurn(to);
    scrollTo({ top: 0 });
  };
  return (
    <nav aria-label="Pages" className="dash-pager">
      <Button variant="secondary" disabled={page <= 1} onClick={() => turn(page - 1)}>
        <ChevronLeft size={19} aria-hidden="true" />
        <span>Previous</span>
      </Button>
      <label className="tabular dash-page">
        <span>Page</span>
        <input
          key={page}
          inputMode="numeric"
          className="dash-control"
          defaultValue={page}
          onBlur={(event) => {
            const wanted = pageMeant(event.target.value, { page, pages });
            event.target.value = String(wanted);
            if (wanted !== page) turn(wanted);
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        <span>{`of ${formatCount(pages)}`}</span>
      </label>
      <Button variant="secondary" disabled={page >= pages} onClick={() => turn(page + 1)}>
        <span>Next</span>
        <ChevronRight size={19} aria-hidden="true" />
      </Button>
    </nav>
  );
}
