import { plural, t } from '@lingui/core/macro';
import type { AdminAppPage } from '@zapdeck/contract/apps/admin-app';
import type { RankPlace } from '@zapdeck/contract/apps/app-numbers';
import { adminFormulaWeights } from '@zapdeck/contract/instance/settings';
import { useQuery } from '@tanstack/react-query';
import { ScoreTerms } from '../../../components/ui/score-terms.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { say } from '../../../lib/say.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { otherDuplicates } from '../parts/other-duplicates.ts';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { nameOf } from '../../../lib/person.ts';
import { ReportWords } from '../parts/report-words.tsx';
import { reportsAddress } from '../parts/reports-address.ts';
import { Trans } from '@lingui/react/macro';
import { choiceFields, namesOf } from '@zapdeck/contract/apps/listing';
import type { ReactNode } from 'react';
import { clockTime } from '../parts/words/clock-time.ts';
import { valueOfField } from '../../../lib/language-choices.ts';
import { listingLabels } from '../../../lib/listing.ts';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { submitterRecord } from '../queue/submitter-record.ts';
import '../parts/values.css';

const formatPlace = ({ rank, of }: RankPlace) => ({ rank: formatCount(rank), total: formatCount(of) });

/** Explains the app's rank: the terms of its score and its views as a newcomer. */
export function AppPlace({ app }: { app: AdminAppPage }) {
  const { data } = useQuery({
    // `useStored` keeps the version beside the weights, under the path alone.
    queryKey: ['admin', adminFormulaWeights.path, 'in-force'],
    queryFn: ({ signal }) => call(adminFormulaWeights, {}, { signal }),
    // The weights are settings.
    enabled: useIsAdmin(),
  });
  const { place, firstViews } = app;
  if (!place) return null;
  const { rank, total } = formatPlace(place.all);
  const inCategory = formatPlace(place.category);
  return (
    <section aria-labelledby="place-heading" className="card dash-config">
      <h2 id="place-heading" className="display text-heading">
        {t`Rank ${rank} of ${total}`}
      </h2>
      <p>
        {t`By score. In ${{ category: say(app.category) }}: ${{ rank: inCategory.rank }} of ${{ total: inCategory.total }}.`}
      </p>
      {data ? <ScoreTerms app={app} weights={data.inForce} /> : null}
      {app.frameStatus === 'unreachable' ? (
        <p
          className="dash-note"
          data-tone="amber"
        >{t`This app is unreachable, so the feed shows it last, whatever its score.`}</p>
      ) : null}
      {firstViews ? (
        <p className="dash-note">
          {t`Newcomer: ${{ views: firstViews.views }} of ${plural({ limit: firstViews.wanted }, { one: '# first view', other: '# first views' })}. Until it has them all, it gets some of the places reserved for newcomers.`}
        </p>
      ) : null}
    </section>
  );
}

/** Apps with a similar title or the same host that `PendingContext` does not list. */
export function NearDuplicates({ app }: { app: AdminAppPage }) {
  const near = otherDuplicates(app);
  if (near.length === 0) return null;
  return (
    <section aria-labelledby="near-heading" className="card dash-config">
      <h2 id="near-heading" className="display text-heading">{t`Possible duplicates`}</h2>
      <ul className="dash-list">
        {near.map((other) => (
          <li key={other.id} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-40">
              <AppLink app={other} className="-my-2.5 block w-fit max-w-full py-2.5 wrap-anywhere" />
              <p dir="ltr" className="text-sm text-muted wrap-anywhere">
                {other.url}
              </p>
            </div>
            <StatusBadge app={other} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Open reports of the app. */
export function OpenReports({ app: { id, reports } }: { app: Pick<AdminAppPage, 'id' | 'reports'> }) {
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="reports-heading" className="card dash-config">
      <h2 id="reports-heading" className="display text-heading">
        {plural({ count: reports.length }, { one: '# open report', other: '# open reports' })}
      </h2>
      <ul className="dash-list">
        {reports.map((report) => (
          <li key={report.id} className="dash-note" data-tone="amber">
            <ReportWords report={report} />
            <p className="text-sm text-muted">
              <bdi>{nameOf(report.reporter)}</bdi>
              <span> · </span>
              <TimeAgo moment={report.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Link href={reportsAddress(id)} className="dash-link">{t`Review reports`}</Link>
      </p>
    </section>
  );
}

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
