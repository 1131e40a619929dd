import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ChangedApp, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { AppLink } from '../parts/app-link.tsx';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ChangeRows } from './change-rows.tsx';

interface Props {
  changed: ChangedApp;
  /** True if the listing has changed, so that it can be restored. */
  canRefuse: boolean;
  /** Restores the approved listing, or rejects the app if its listing is unchanged. */
  onRefuse: () => void;
}

/** Approved app with changes since its approval, and buttons to accept or refuse them. */
export function ChangedAppCard({ changed, canRefuse, onRefuse }: Props) {
  const { app, changedAt, seenAt } = changed;
  const { title } = app;
  const acceptance = useAdminAction({
    name: 'accept-changes',
    work: () =>
      call(decideChanges, { params: { id: app.id }, body: { decision: 'accept', updatedAt: seenAt } }),
    success: t`Changes accepted`,
    failure: t`Couldn’t save the decision`,
    prefersServerText: true,
    leaves: true,
  });
  return (
    <li className="card grid grid-cols-1 gap-3.5 p-4">
      <div className="flex items-center gap-3">
        <Cover app={app} className="size-12 shrink-0 rounded-field" />
        <div className="min-w-0 grow">
          <h3 className="font-semibold">
            <AppLink app={app} />
          </h3>
          <p dir="ltr" className="truncate text-sm text-muted">
            {app.url}
          </p>
          <p className="-my-3 truncate py-3 text-sm text-muted">
            <Trans>
              <SubmitterLink app={app} />
              <span>, changed </span>
              <TimeAgo moment={changedAt} />
            </Trans>
          </p>
        </div>
        <OpenLink url={app.url} title={title} />
      </div>
      <ChangeRows app={app} changes={changed.changes} />
      <div className="dash-buttons">
        <Button
          pending={acceptance.pending ? t`Accepting…` : undefined}
          aria-label={t`Accept the changes to ${title}`}
          onClick={acceptance.start}
        >{t`Accept`}</Button>
        <Button
          variant="secondary"
          aria-label={canRefuse ? t`Refuse the changes to ${title}` : t`Reject ${title}`}
          onClick={onRefuse}
        >
          {canRefuse ? t`Refuse` : t`Reject app`}
        </Button>
      </div>
    </li>
  );
}
