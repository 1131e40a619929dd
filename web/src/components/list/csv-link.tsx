import { t } from '@lingui/core/macro';
import type { Route } from '@zapdeck/contract/route';
import Download from 'lucide-react/icons/download';
import { buttonClass } from '../ui/button-class.ts';
import { addressOf } from '../../lib/call.ts';
import { useIsAdmin } from '../../lib/use-is-admin.ts';

interface Props {
  route: Route;
  /** The filters of the list, as its endpoint takes them. */
  query?: Readonly<Record<string, string | number | undefined>>;
}

/** Lets admins download a list with its filters. A plain link, so that the browser writes the file while it arrives. */
export function CsvLink({ route, query = {} }: Props) {
  if (!useIsAdmin()) return null;
  return (
    <a href={addressOf(route, { query })} download className={buttonClass('quiet')}>
      <Download size={18} aria-hidden="true" />
      <span>{t`Download CSV`}</span>
    </a>
  );
}
