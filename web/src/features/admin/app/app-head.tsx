import type { AdminAppPage } from '@zapdeck/contract/admin-app';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { FrameFacts } from '../apps/frame-facts.tsx';
import { FramedLook } from '../parts/framed-look.tsx';

interface Props {
  app: AdminAppPage;
  onApprove: () => void;
  onReject: () => void;
}

/** What the app is and whether it will show, live; with the decisions that would change something. */
export function AppHead({ app, onApprove, onReject }: Props) {
  return (
    <section aria-label="The app" className="card ad-app-head">
      <div className="ad-app-name">
        <Cover app={app} className="ad-app-cover" />
        <div className="min-w-0 grow">
          <StatusBadge status={app.status} />
          <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">{app.url}</p>
        </div>
        <OpenLink url={app.url} title={app.title} />
      </div>
      <p className="[overflow-wrap:anywhere]">{app.description}</p>
      {app.reviewReason ? (
        <p className="ad-quote [overflow-wrap:anywhere]">Reason that was given: {app.reviewReason}</p>
      ) : null}
      <FrameFacts app={app} />
      <details className="ad-details">
        <summary>Look at it live</summary>
        <FramedLook app={app} className="ad-look-small" />
      </details>
      <div className="ad-app-verdict">
        {app.status === 'rejected' ? null : (
          <Button variant="secondary" onClick={onReject}>
            <X size={19} aria-hidden="true" />
            Reject
          </Button>
        )}
        {app.status === 'approved' ? null : (
          <Button onClick={onApprove}>
            <Check size={19} aria-hidden="true" />
            Approve
          </Button>
        )}
      </div>
    </section>
  );
}
