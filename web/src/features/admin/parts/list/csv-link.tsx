import type { Route } from '@zapdeck/contract/route';
import Download from 'lucide-react/icons/download';
import { buttonClass } from '../../../../components/ui/button-class.ts';
import { addressOf } from '../../../../lib/call.ts';

interface Props {
  route: Route;
  /** The filters of the list, as its own call has them. */
  query?: Readonly<Record<string, string | number | undefined>>;
}

/** Hands out a list with its filters as a file. A plain link: the browser writes it to the disk as it comes. */
export function CsvLink({ route, query = {} }: Props) {
  return (
    <a href={addressOf(route, { query })} download className={buttonClass('quiet', 'md', 'dash-csv')}>
      <Download size={18} aria-hidden="true" />
      <span>Download CSV</span>
    </a>
  );
}
