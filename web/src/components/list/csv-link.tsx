import { t } from '@lingui/core/macro';
import type { Route } from '@zapdeck/contract/wire/route';
import Download from 'lucide-react/icons/download';
import { type MouseEvent, useRef } from 'react';
import { buttonClass } from '../ui/button-class.ts';
import { addressOf } from '../../lib/call.ts';
import { proveFirst } from '../../lib/proof.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIsAdmin } from '../../lib/use-is-admin.ts';

interface Props {
  route: Route;
  query?: Readonly<Record<string, string | number | undefined>>;
}

/**
 * Downloads a list with its filters. A plain link, so that the browser writes the file while it arrives. Asks for a proof
 * first if needed.
 */
export function CsvLink({ route, query = {} }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const isProved = useRef(false);
  const { pending, start } = useAction({
    work: proveFirst,
    failure: {
      action: 'download-csv',
      title: t`Couldn’t download the list`,
    },
    onDone(proved) {
      isProved.current = proved;
      if (proved) link.current?.click();
    },
  });
  if (!useIsAdmin()) return null;
  const follow = (event: MouseEvent) => {
    if (route.proof !== undefined && !isProved.current) {
      event.preventDefault();
      start();
    }
    isProved.current = false;
  };
  return (
    <a
      ref={link}
      href={addressOf(route, { query })}
      download
      className={buttonClass('quiet')}
      aria-busy={pending}
      onClick={follow}
    >
      <Download size={18} aria-hidden="true" />
      <span>{t`Download CSV`}</span>
    </a>
  );
}
