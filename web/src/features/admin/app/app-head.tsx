import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AdminAppPage } from '@zapdeck/contract/apps/admin-app';
import type { Decision } from '@zapdeck/contract/moderation/decisions';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { FrameFacts } from '../apps/frame-facts.tsx';
import { FramedLook } from '../parts/framed-look.tsx';
import { TrustedBadge } from '../parts/trusted-badge.tsx';

/** Returns true if the app can be approved. A withdrawn app must be resubmitted first. */
export function canBeApproved({ status, withdrawnAt }: AdminAppPage): boolean {
  return status !== 'approved' && withdrawnAt === null;
}

interface Props {
  app: AdminAppPage;
  deciding: Decision | undefined;
  onApprove: () => void;
  onReject: () => void;
}

/** Title, status and live frame of the app, with the decisions that would change its status. */
export function AppHead({ app, deciding, onApprove, onReject }: Props) {
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const { reviewReason } = app;
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t`The app`}
      className="card grid grid-cols-1 gap-4 p-5 outline-none"
    >
      <div className="dash-app-name">
        <Cover app={app} className="size-20 shrink-0 rounded-field" />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap gap-1.5">
            <StatusBadge app={app} />
            {app.heldAt === null ? null : <Badge tone="down">{t`Held back`}</Badge>}
            <TrustedBadge app={app} />
          </div>
          <p dir="ltr" className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
            {app.url}
          </p>
          {app.isHostTrusted ? (
            <p className="mt-1 text-sm text-muted">{t`Its host is trusted, so reports never hold it back automatically. A moderator still decides.`}</p>
          ) : null}
        </div>
        <OpenLink url={app.url} title={app.title} />
      </div>
      <p lang={app.language ?? undefined} dir="auto" className="[overflow-wrap:anywhere]">
        {app.description}
      </p>
      {reviewReason ? (
        <p className="dash-quote [overflow-wrap:anywhere]">
          <Trans>
            Reason given: <bdi>{reviewReason}</bdi>
          </Trans>
        </p>
      ) : null}
      {app.withdrawnAt === null ? null : (
        <p className="text-sm text-muted">{t`Its maker has withdrawn it. You can approve it once they resubmit it.`}</p>
      )}
      <FrameFacts app={app} />
      <details className="dash-details">
        <summary>{t`Live preview`}</summary>
        <FramedLook app={app} className="dash-look-small" />
      </details>
      <div className="dash-app-verdict">
        {app.status === 'rejected' ? null : (
          <Button
            variant="secondary"
            pending={deciding === 'rejected' ? t`Rejecting…` : undefined}
            onClick={onReject}
          >
            <X size={19} aria-hidden="true" />
            <span>{t`Reject`}</span>
          </Button>
        )}
        {canBeApproved(app) ? (
          <Button pending={deciding === 'approved' ? t`Approving…` : undefined} onClick={onApprove}>
            <Check size={19} aria-hidden="true" />
            <span>{t`Approve`}</span>
          </Button>
        ) : null}
      </div>
    </section>
  );
}
