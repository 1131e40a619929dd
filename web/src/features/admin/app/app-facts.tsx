import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AdminAppPage } from '@zapdeck/contract/apps/admin-app';
import { choiceFields, namesOf } from '@zapdeck/contract/apps/listing';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { clockTime } from '../parts/words/clock-time.ts';
import { valueOfField } from '../../../lib/language-choices.ts';
import { listingLabels } from '../../../lib/listing.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { submitterRecord } from '../queue/submitter-record.ts';
import '../parts/values.css';

/** Returns the host without www. A rule for it covers both. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');
const moment = (value: string | null) => (value === null ? t`Never` : <TimeAgo moment={value} />);

function pictureOf({ picture, isPictureOwn, isPictureAllowed }: AdminAppPage): string {
  if (!isPictureAllowed) return t`Removed`;
  if (picture === null) return t`No picture`;
  return isPictureOwn ? t`From its maker` : t`From its page`;
}

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
    [t({ message: 'Withdrawn', context: 'time' }), withdrawnAt],
    [t`Became unreachable`, unreachableSince],
  ] as const;
  return [
    ...waiting.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    ...(thumbnailUrl === null ? [] : [[listingLabels().thumbnailUrl, thumbnailUrl] as const]),
    ...moments.flatMap(([name, at]) => (at === null ? [] : [[name, moment(at)] as const])),
  ];
}

function factsOf(app: AdminAppPage): readonly (readonly [string, ReactNode])[] {
  const labels = listingLabels();
  return [
    ...namesOf(choiceFields).map((name) => {
      const value = app[name];
      return [labels[name], value === null ? t`None` : valueOfField(name, value)] as const;
    }),
    [labels.tags, <bdi key="tags">{app.tags.join(', ') || t`No tags`}</bdi>],
    [t`Score`, formatScore(app.rankingScore)],
    [t`Upvotes`, formatCount(app.upvotes)],
    [t`Downvotes`, formatCount(app.downvotes)],
    [t`Views`, formatCount(app.views)],
    [t`Total time`, clockTime(app.timeSpent)],
    [t`To upvote`, clockTime(app.avgTimeToUpvote)],
    [t`To downvote`, clockTime(app.avgTimeToDownvote)],
    [t`Average view`, clockTime(app.avgViewTime)],
    [t`Reports`, formatCount(app.belongings.reports)],
    [t({ message: 'Checked', context: 'time' }), moment(app.frameCheckedAt)],
    [t({ message: 'Submitted', context: 'time' }), moment(app.createdAt)],
    [t({ message: 'Reviewed', context: 'app' }), moment(app.reviewedAt)],
    [t`Edited`, moment(app.updatedAt)],
    [t`Picture`, pictureOf(app)],
    [t`Verified`, app.isVerified ? t`Yes` : t`No`],
    ...rareFactsOf(app),
  ];
}

/** All fields of the app, with links to its reports, audit entries and host. */
export function AppFacts({ app }: { app: AdminAppPage }) {
  const email = app.submitter?.email;
  const record = submitterRecord(app, app.status);
  return (
    <section aria-labelledby="facts-heading" className="card dash-config">
      <h2 id="facts-heading" className="display text-heading">{t`Data`}</h2>
      <dl className="dash-values">
        {factsOf(app).map(([name, value], place) => (
          <div key={place}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm [overflow-wrap:anywhere]">
        <Trans>
          <span>By </span>
          <SubmitterLink app={app} />
        </Trans>
        {email ? (
          <span>
            {' · '}
            <bdi>{email}</bdi>
          </span>
        ) : null}
        <span>{` · ${record}`}</span>
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {app.submittedBy === null ? null : (
          <li>
            <Link
              href={`/admin?submitter=${app.submittedBy}`}
              className="dash-link"
            >{t`Pending apps of this maker`}</Link>
          </li>
        )}
        {app.changedAt === null ? null : (
          <li>
            <Link href="/admin" className="dash-link">{t`Review its changes`}</Link>
          </li>
        )}
        {app.uploadId === null ? null : (
          <li>
            <Link
              href={`/admin?upload=${app.uploadId}`}
              className="dash-link"
            >{t`Pending apps of the same upload`}</Link>
          </li>
        )}
        <li>
          <Link
            href={`/admin/trust?host=${encodeURIComponent(hostOf(app.url))}`}
            className="dash-link"
          >{t`Block or trust its host`}</Link>
        </li>
        <li>
          <Link href={`/admin/log?target=${app.id}`} className="dash-link">{t`Audit log`}</Link>
        </li>
        {app.status === 'approved' ? (
          <li>
            <a href={app.pageUrl} className="dash-link">{t`Public page`}</a>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
