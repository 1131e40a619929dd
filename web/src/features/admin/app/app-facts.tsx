import { t } from '@lingui/core/macro';
import type { AdminAppPage } from '@zapdeck/contract/admin-app';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { clockTime } from '../parts/words/clock-time.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { submitterRecord } from '../queue/submitter-record.ts';
import '../parts/values.css';

/** The host without www, under which a rule reaches both. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');
const moment = (value: string | null) => (value === null ? 'never' : <TimeAgo moment={value} />);

function pictureOf({ picture, isPictureOwn, isPictureAllowed }: AdminAppPage): string {
  if (!isPictureAllowed) return 'removed';
  if (picture === null) return 'none';
  return isPictureOwn ? 'from its maker' : 'from its page';
}

/** What is true of few apps. */
function rareFactsOf(app: AdminAppPage): readonly (readonly [string, ReactNode])[] {
  const { thumbnailUrl, changedAt, heldAt, withdrawnAt, unreachableSince } = app;
  const waiting = [
    [t`New title, in review`, app.waitingTitle],
    [t`New description, in review`, app.waitingDescription],
    [t`New URL, in review`, app.waitingUrl],
  ] as const;
  const moments = [
    [t`Changed since approval`, changedAt],
    [t`Held back`, heldAt],
    ['Withdrawn', withdrawnAt],
    [t`Unreachable since`, unreachableSince],
  ] as const;
  return [
    ...waiting.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    ...(thumbnailUrl === null ? [] : [[t`Address of its picture`, thumbnailUrl] as const]),
    ...moments.flatMap(([name, at]) => (at === null ? [] : [[name, moment(at)] as const])),
  ];
}

function factsOf(app: AdminAppPage): readonly (readonly [string, ReactNode])[] {
  return [
    ['Category', app.category],
    ['Tags', <bdi key="tags">{app.tags.join(', ') || 'none'}</bdi>],
    ['Score', formatScore(app.rankingScore)],
    ['Upvotes', formatCount(app.upvotes)],
    ['Downvotes', formatCount(app.downvotes)],
    ['Views', formatCount(app.views)],
    [t`Total time`, clockTime(app.timeSpent)],
    [t`To upvote`, clockTime(app.avgTimeToUpvote)],
    [t`To downvote`, clockTime(app.avgTimeToDownvote)],
    [t`To view`, clockTime(app.avgViewTime)],
    ['Reports', formatCount(app.belongings.reports)],
    ['Checked', moment(app.frameCheckedAt)],
    ['Submitted', moment(app.createdAt)],
    ['Reviewed', moment(app.reviewedAt)],
    ['Edited', moment(app.updatedAt)],
    ['Picture', pictureOf(app)],
    ['Verified', app.isVerified ? 'yes' : 'no'],
    ...rareFactsOf(app),
  ];
}

/** All its data, and the ways to what is about it elsewhere. */
export function AppFacts({ app }: { app: AdminAppPage }) {
  return (
    <section aria-labelledby="facts-heading" className="card dash-config">
      <h2 id="facts-heading" className="display text-heading">{t`Data`}</h2>
      <dl className="dash-values">
        {factsOf(app).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm [overflow-wrap:anywhere]">
        <span>{t`By `}</span>
        <SubmitterLink app={app} />
        <span>{`${app.submitter?.email ? ` (${app.submitter.email})` : ''}: ${submitterRecord(app, app.status)}`}</span>
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {app.submittedBy === null ? null : (
          <li>
            <Link
              href={`/admin?submitter=${app.submittedBy}`}
              className="dash-link"
            >{t`What they have waiting`}</Link>
          </li>
        )}
        {app.changedAt === null ? null : (
          <li>
            <Link href="/admin" className="dash-link">{t`Decide on what has changed`}</Link>
          </li>
        )}
        {app.uploadId === null ? null : (
          <li>
            <Link
              href={`/admin?upload=${app.uploadId}`}
              className="dash-link"
            >{t`Waiting from the same upload`}</Link>
          </li>
        )}
        <li>
          <Link
            href={`/admin/hosts?host=${encodeURIComponent(hostOf(app.url))}`}
            className="dash-link"
          >{t`Block or trust its host`}</Link>
        </li>
        <li>
          <Link href={`/admin/audit?target=${app.id}`} className="dash-link">{t`Its audit log`}</Link>
        </li>
        {app.status === 'approved' ? (
          <li>
            <a href={app.pageUrl} className="dash-link">{t`Its public page`}</a>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
