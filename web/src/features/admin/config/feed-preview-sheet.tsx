import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FeedPlace, feedPreview, type PlaceReason } from '@zapdeck/contract/previews';
import type { AlgorithmParams } from '@zapdeck/contract/settings';
import type { AdminUser } from '@zapdeck/contract/users';
import { useState } from 'react';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { formatScore } from '../../../lib/numbers.ts';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { UserPicker } from './user-picker.tsx';
import './config-sheets.css';
import { say } from '../../../lib/say.ts';

const looks: Record<PlaceReason, { label: MessageDescriptor; tone: Tone }> = {
  fresh: { label: msg`Fresh`, tone: 'up' },
  newcomer: { label: msg`Newcomer`, tone: 'brand' },
  recycled: { label: msg`Recycled`, tone: 'amber' },
  ranked: { label: msg`Ranked`, tone: 'plain' },
};

const NBSP = '\u00a0';

/** On a narrow phone, the line breaks between reasons, not within one. */
function why({ category, categoryTurn, score: points, upvotes, lastViewedAt }: FeedPlace): string {
  const score = formatScore(points);
  const time = lastViewedAt && timeAgo(lastViewedAt, Date.now());
  return [
    say(category),
    categoryTurn !== null && t`turn ${categoryTurn}`,
    t`score ${score}`,
    plural(upvotes, { one: '# upvote', other: '# upvotes' }),
    time !== null && t`seen ${time}`,
  ]
    .filter((part) => part !== false)
    .map((part) => part.replaceAll(' ', NBSP))
    .join(`${NBSP}· `);
}

interface Props {
  open: boolean;
  onClose: () => void;
  params: AlgorithmParams;
  isUnsaved: boolean;
}

/** The first page of the feed that the form's parameters would deal to a user, with the reason of each place. */
export function FeedPreviewSheet({ open, onClose, params, isUnsaved }: Props) {
  const [user, setUser] = useState<AdminUser>();
  const query = useQuery({
    queryKey: ['admin', feedPreview.path, params, user?.id],
    queryFn: ({ signal }) => {
      const categoryDiversityEnabled = String(params.categoryDiversityEnabled);
      return call(
        feedPreview,
        { query: { ...params, categoryDiversityEnabled, ...(user ? { user: user.id } : {}) } },
        { signal },
      );
    },
    enabled: open,
    placeholderData: keepPreviousData,
  });
  return (
    <Sheet open={open} onClose={onClose} title={t`Feed preview`}>
      <div className="grid gap-5">
        <p className="text-muted">
          {isUnsaved
            ? t`The first page under the parameters in the form, which are not saved.`
            : t`The first page under the saved parameters.`}
        </p>
        <UserPicker chosen={user} onChoose={setUser} />
        <QueryView query={query} what={t`the preview`} skeleton={<ListSkeleton />}>
          {(places) =>
            places.length === 0 ? (
              <p className="text-muted">{t`There is no approved app to show.`}</p>
            ) : (
              <ol className="dash-ranks" aria-busy={query.isPlaceholderData}>
                {places.map((place, index) => (
                  <li key={place.appId}>
                    <span className="dash-rank tabular">{index + 1}</span>
                    <span className="min-w-0 grow">
                      <span dir="auto" className="block truncate font-semibold">
                        {place.title}
                      </span>
                      <span className="tabular block text-sm text-muted">{why(place)}</span>
                    </span>
                    <Badge tone={looks[place.reason].tone}>{i18n._(looks[place.reason].label)}</Badge>
                  </li>
                ))}
              </ol>
            )
          }
        </QueryView>
      </div>
    </Sheet>
  );
}
