import { t } from '@lingui/core/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { ROWS_PER_PAGE } from './filters.ts';

interface Place {
  page: number;
  pages: number;
}

/** Returns the typed page or the nearest one. For a text that is no number, returns the current page. */
export function pageMeant(typed: string, { page, pages }: Place): number {
  const wanted = Math.trunc(Number(typed));
  if (typed.trim() === '' || !Number.isFinite(wanted)) return page;
  return Math.max(1, Math.min(pages, wanted));
}

interface Props {
  page: number;
  total: number;
  rows?: number;
  onTurn: (page: number) => void;
}

/** Turns the pages of a list. Renders nothing for a single page, or after the last page. */
export function Pager({ page, total, rows = ROWS_PER_PAGE, onTurn }: Props) {
  const pages = Math.max(1, Math.ceil(total / rows));
  if (pages === 1 || page > pages) return null;
  const lastPage = formatCount(pages);
  const field = '[]';
  const [before, after] = t`Page ${field} of ${lastPage}`.split(field);
  const turn = (to: number) => {
    onTurn(to);
    scrollTo({ top: 0 });
  };
  return (
    <nav aria-label={t`Pages`} className="mt-6 flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
      <Button variant="secondary" disabled={page <= 1} onClick={() => turn(page - 1)}>
        <ChevronLeft size={19} className="rtl:-scale-x-100" aria-hidden="true" />
        <span>{t`Previous`}</span>
      </Button>
      <label className="tabular inline-flex items-center gap-2 text-sm text-muted">
        <span>{before}</span>
        <TextInput
          key={page}
          inputMode="numeric"
          className="w-19! px-2! text-center"
          defaultValue={page}
          onBlur={(event) => {
            const wanted = pageMeant(event.target.value, { page, pages });
            event.target.value = String(wanted);
            if (wanted !== page) turn(wanted);
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        <span>{after}</span>
      </label>
      <Button variant="secondary" disabled={page >= pages} onClick={() => turn(page + 1)}>
        <span>{t`Next`}</span>
        <ChevronRight size={19} className="rtl:-scale-x-100" aria-hidden="true" />
      </Button>
    </nav>
  );
}
