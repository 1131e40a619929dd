import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { FrameVerdict, frameReasonOf } from '../parts/frame-verdict.tsx';

/** Result and time of the last check of the app's page. */
export function FrameFacts({ app }: { app: AdminApp }) {
  return (
    <div className="dash-note" role="group" aria-label={t`Embedding`}>
      <FrameVerdict app={app} />
      <p className="text-sm [overflow-wrap:anywhere]">
        <span>{`${frameReasonOf(app)} `}</span>
        {app.frameCheckedAt ? (
          <span className="text-muted">
            <Trans>
              <span>Checked </span>
              <TimeAgo moment={app.frameCheckedAt} />
              <span>.</span>
            </Trans>
          </span>
        ) : null}
      </p>
    </div>
  );
}
