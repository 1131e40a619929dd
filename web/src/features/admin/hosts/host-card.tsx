import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import {
  HOST_APPS_COUNTED,
  type HostRule,
  type HostRuleKind,
  removeHost,
} from '@zapdeck/contract/frames/hosts';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { instance } from '../../../lib/instance.ts';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';

const ruleNames: Record<HostRuleKind, MessageDescriptor> = {
  blocked: msg`Blocked`,
  trusted: msg`Trusted`,
};

function countInWords(count: number): string {
  const atLeast = formatCount(count);
  return count === HOST_APPS_COUNTED ? t`${atLeast} or more` : atLeast;
}

/** Card of one rule: host, note and number of apps. */
export function HostCard({
  rule: { host, rule, note, apps, savedBy, updatedAt },
  onEdit,
}: {
  rule: HostRule;
  onEdit: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const removal = useAdminAction({
    name: 'remove-host',
    work: () => call(removeHost, { params: { host } }),
    success: t`The rule for ${host} is removed`,
    failure: t`Couldn’t remove the rule`,
    prefersServerText: true,
    onDone: close,
    leaves: true,
  });
  const [inDeck, waiting] = [countInWords(apps.approved), countInWords(apps.pending)];
  const counts = t`In the deck: ${inDeck}. Waiting for review: ${waiting}.`;
  return (
    <li className="card dash-user">
      <div className="min-w-0 grow">
        <p className="dash-title flex-wrap">
          <span dir="ltr" className="wrap-anywhere">
            {host}
          </span>
          <Badge tone={rule === 'blocked' ? 'down' : 'up'}>
            <span>{i18n._(ruleNames[rule])}</span>
          </Badge>
        </p>
        {note ? (
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        ) : null}
        <p className="tabular mt-1 text-sm text-muted">
          <span>{counts}</span>
          <span> · </span>
          {savedBy ? (
            <span>
              <bdi>{auditNameOf(savedBy)}</bdi> ·{' '}
            </span>
          ) : null}
          <TimeAgo moment={updatedAt} />
        </p>
      </div>
      {useIsAdmin() || rule === 'blocked' ? (
        <>
          <IconButton label={t`Edit ${host}`} onClick={onEdit}>
            <Pencil size={19} aria-hidden="true" />
          </IconButton>
          <IconButton label={t`Remove ${host}`} onClick={() => setAsking(true)}>
            <Trash size={19} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
      <ConfirmSheet
        open={isAsking}
        title={t`Remove the rule for ${host}?`}
        confirm={t`Remove`}
        pending={removal.pending ? t`Removing…` : undefined}
        onConfirm={removal.start}
        onClose={close}
      >
        <p>{counts}</p>
        <p>
          {rule === 'blocked'
            ? t`Apps from this host can be submitted again. They open inside ${{ name: instance.name }} after the next check.`
            : t`Apps from this host are treated like all others.`}
        </p>
      </ConfirmSheet>
    </li>
  );
}
