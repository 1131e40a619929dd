import { t } from '@lingui/core/macro';
import type { VoteGroup } from '@zapdeck/contract/moderation/vote-groups';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { evidenceInWords, groupTitle } from './group-words.ts';

/** Card of one group: its size and how far its likes are beyond chance. */
export function GroupCard({ group, onShow }: { group: VoteGroup; onShow: () => void }) {
  const states = {
    open: '',
    taken: t`Votes taken back`,
    dismissed: t({ message: 'Dismissed', context: 'group' }),
  };
  return (
    <li className="card dash-user flex-wrap">
      <div className="min-w-0 grow basis-80">
        <h3 className="dash-title flex-wrap">
          <span>{groupTitle(group)}</span>
          {group.state === 'open' ? null : (
            <Badge tone={group.state === 'taken' ? 'down' : 'plain'}>
              <span>{states[group.state]}</span>
            </Badge>
          )}
        </h3>
        <p className="tabular mt-1 text-sm text-muted">{evidenceInWords(group)}</p>
        <p className="mt-1 text-sm text-muted">
          <span>{t`Last found:`}</span> <TimeAgo moment={group.lastFoundAt} />
        </p>
      </div>
      <Button variant="secondary" onClick={onShow}>{t`Show the evidence`}</Button>
    </li>
  );
}
