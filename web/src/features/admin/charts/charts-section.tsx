import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DayOfStats, statsHistory } from '@zapdeck/contract/instance/stats';
import { useMemo, useState } from 'react';
import { SectionHead } from '../../../components/ui/section-head.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';
import { Choice } from '../../../components/list/choice.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { CategoryBars } from './category-bars.tsx';
import { ChartCard } from './chart-card.tsx';
import type { Series } from './plot.tsx';
import './charts.css';
import { formatScore } from '../../../lib/numbers.ts';

const spans = () =>
  [
    ['7', t`Last 7 days`],
    ['30', t`Last 30 days`],
    ['90', t`Last 90 days`],
    ['365', t`Last 365 days`],
  ] as const;

const day = localized(
  (locales) =>
    new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

interface Line {
  title: string;
  yLabel: string;
  none: string;
  series: readonly [keyof DayOfStats, Omit<Series, 'values'>][];
}

const lines = (): readonly Line[] => [
  {
    title: t`Votes per day`,
    yLabel: t`Votes`,
    none: t`No votes in this period.`,
    series: [
      ['upvotes', { label: t`Upvotes`, colour: 'up' }],
      ['downvotes', { label: t`Downvotes`, colour: 'down' }],
    ],
  },
  {
    title: t`Views per day`,
    yLabel: t`Views`,
    none: t`No views in this period.`,
    series: [['views', { label: t`Views`, colour: 'brand' }]],
  },
  {
    title: t`Sign-ups and submissions per day`,
    yLabel: t`People, apps`,
    none: t`No sign-ups or submissions in this period.`,
    series: [
      ['signups', { label: t`Sign-ups`, colour: 'brand' }],
      ['submissions', { label: t`Submissions`, colour: 'amber' }],
    ],
  },
];

function rangeInWords(from: number, to: number): string {
  const [min, max] = [formatScore(from), formatScore(to)];
  return from === to ? min : t`${min} to ${max}`;
}

type History = Awaited<ReturnType<typeof readHistory>>;

async function readHistory(days: number, signal: AbortSignal) {
  const history = await call(statsHistory, { query: { days } }, { signal });
  return {
    ...history,
    seconds: history.days.map(({ date }) => Date.parse(date) / 1_000),
    dayNames: history.days.map(({ date }) => day().format(Date.parse(date))),
  };
}

function Charts({ history }: { history: History }) {
  const drawn = useMemo(
    () =>
      lines().map(({ series, ...line }) => ({
        ...line,
        series: series.map(([name, look]) => ({
          ...look,
          values: history.days.map((one) => Number(one[name])),
        })),
      })),
    [history],
  );
  const scores = useMemo(
    () => ({
      xs: history.scores.map(({ from }) => from),
      names: history.scores.map(({ from, to }) => rangeInWords(from, to)),
      series: [{ label: t`Apps`, colour: 'brand' as const, values: history.scores.map(({ apps }) => apps) }],
    }),
    [history],
  );
  return (
    <div className="dash-charts">
      {drawn.map(({ title, yLabel, none, series }, place) => (
        <ChartCard
          key={place}
          title={title}
          kind="days"
          xs={history.seconds}
          names={history.dayNames}
          series={series}
          xLabel={t`Day (UTC)`}
          yLabel={yLabel}
          none={none}
        />
      ))}
      <ChartCard
        title={t`Scores of approved apps`}
        kind="bars"
        xLabel={t`Score`}
        yLabel={t`Apps`}
        none={t`No app is approved yet.`}
        {...scores}
      />
      <CategoryBars categories={history.categories} />
    </div>
  );
}

/** Charts of activity over time, of scores and of categories. */
export default function ChartsSection() {
  const [days, setDays] = useState<ReturnType<typeof spans>[number][0]>('30');
  const query = useQuery({
    queryKey: ['admin', statsHistory.path, days],
    queryFn: ({ signal }) => readHistory(Number(days), signal),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="charts-heading">
      <SectionHead id="charts-heading" title={t`Over time`}>
        <Choice label={t`Time`} value={days} options={spans()} onChoose={setDays} />
      </SectionHead>
      <QueryView query={query} failure={t`Couldn’t load the charts`} skeleton={<ListSkeleton rows={3} />}>
        {(history) => <Charts history={history} />}
      </QueryView>
    </section>
  );
}
