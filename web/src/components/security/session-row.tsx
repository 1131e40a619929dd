import { t } from '@lingui/core/macro';
import type { SessionEntry } from '@zapdeck/contract/sign-in/sessions';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import type { Elements } from '../../lib/elements.ts';
import { Badge } from '../ui/badge.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { DeviceName, Facts, Network } from './facts.tsx';

const handhelds: ReadonlySet<string | null | undefined> = new Set(['iPhone', 'iPad', 'Android']);

/** A session: its device, network and times, with a button to end it. */
export function SessionRow({ session, children }: { session: SessionEntry; children?: Elements }) {
  const { device, network, isThis, createdAt, lastSeenAt } = session;
  const Icon = handhelds.has(device?.system) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-field bg-raised text-muted">
        <Icon size={22} aria-hidden="true" />
      </span>
      <div className="min-w-[min(8rem,100%)] grow basis-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <DeviceName device={device} />
          {isThis ? <Badge tone="up">{t`This device`}</Badge> : null}
        </div>
        <Facts>
          {isThis ? null : <TimeAgo moment={lastSeenAt} say={(when) => t`Last used ${when}`} />}
          <TimeAgo moment={createdAt} say={(when) => t`Signed in ${when}`} />
          {network === null ? null : <Network letter={network} />}
        </Facts>
      </div>
      {children}
    </li>
  );
}
