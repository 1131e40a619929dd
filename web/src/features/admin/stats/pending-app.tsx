import type { AdminApp } from '@zapdeck/contract/apps';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { submitterName } from '../../../lib/person.ts';
import { FrameVerdict } from './frame-verdict.tsx';

interface Props {
  app: AdminApp;
  onApprove: () => void;
  onReject: () => void;
}

/** One app that waits. Every row has the same height, so that the next Approve lands under the same thumb. */
export function PendingApp({ app, onApprove, onReject }: Props) {
  return (
    <li
      data-row
      tabIndex={0}
      aria-label={`${app.title}, ${app.category}, by ${submitterName(app.submitter)}`}
      className="card grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-3 p-4 lg:grid-cols-[auto_1fr_auto_auto]"
    >
      <Cover app={app} className="size-16 rounded-field lg:size-20" />
      <div className="min-w-0">
        <h3 className="display truncate pb-0.5 text-lg">{app.title}</h3>
        <p className="truncate text-sm text-muted">{app.url}</p>
        <p className="mt-1 truncate text-sm text-muted">
          <TimeAgo moment={app.createdAt} /> · {submitterName(app.submitter)}
        </p>
      </div>
      <OpenLink url={app.url} title={app.title} />
      <div className="col-span-3 grid gap-3 lg:col-span-1 lg:row-start-1 lg:col-start-4">
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="secondary" onClick={onReject}>
            <X size={19} aria-hidden="true" />
            Reject
          </Button>
          <Button onClick={onApprove}>
            <Check size={19} aria-hidden="true" />
            Approve
          </Button>
        </div>
      </div>
      <div className="col-span-3 grid gap-2 border-t border-line pt-3 lg:col-span-4">
        <div className="flex h-6 items-center gap-2 overflow-hidden">
          <Badge>{app.category}</Badge>
          <FrameVerdict app={app} />
        </div>
        <p className="line-clamp-2 min-h-10 text-sm lg:line-clamp-1 lg:min-h-5">{app.description}</p>
      </div>
    </li>
  );
}
