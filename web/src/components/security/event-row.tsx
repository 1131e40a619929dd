import { t } from '@lingui/core/macro';
import type { SecurityEntry } from '@zapdeck/contract/accounts/security-log';
import type { Elements } from '../../lib/elements.ts';
import { Badge } from '../ui/badge.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { eventText } from './event-text.ts';
import { DeviceName, Facts, Network } from './facts.tsx';

interface Props {
  entry: SecurityEntry;
  owner?: Elements;
}

/** A security event: what happened, on which device, in which network and when. */
export function EventRow({ entry, owner }: Props) {
  const { device, network, details, createdAt } = entry;
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-t border-line py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      {owner}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{eventText(entry)}</span>
        {details.isNewDevice ? <Badge tone="amber">{t`New device`}</Badge> : null}
      </div>
      <Facts>
        {device && <DeviceName device={device} />}
        {network === null ? null : <Network letter={network} />}
        <TimeAgo moment={createdAt} />
      </Facts>
    </li>
  );
}
