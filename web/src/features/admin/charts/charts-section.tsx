import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DayOfStats, statsHistory } from '@zapdeck/contract/stats';
import { useMemo, useState } from 'react';
import { SectionHead } from '../../../components/ui/section-head.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { Choice } from '../../../components/list/choice.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { CategoryBars } from './category-bars.tsx';
import { ChartCard } from './chart-card.tsx';
import type { Series } from './plot.tsx';
import './charts.css';
import { formatScore } from '../../../lib/numbers.ts';

const spans = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last 365 days'],
] as const;

const day = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const lines: readonly {
  title: string;
  yLabel: string;
  none: string;
  series: readonly [keyof DayOfStats, Omit<Series, 'values'>][];
}[] = [
  {
    title: 'Votes per day',
    yLabel: 'votes',
    none: 'Nobody voted in this time.',
    series: [
      ['upvotes', { label: 'Upvotes', colour: 'up' }],
      ['downvotes', { label: 'Downvotes', colour: 'down' }],
    ],
  },
  {
    title: 'Views per day',
    yLabel: 'views',
    none: 'No app was viewed in this time.',
    series: [['views', { label: 'Views', colour: 'brand' }]],
  },
  {
    title: 'Sign-ups and submissions per day',
    yLabel: 'people, apps',
    none: 'Nobody signed up and nothing was submitted in this time.',
    series: [
      ['signups', { label: 'Sign-ups', colour: 'brand' }],
      ['submissions', { label: 'Submissions', colour: 'amber' }],
    ],
  },
];

type History = Awaited<ReturnType<typeof readHistory>>;

async function readHistory(days: number, signal: AbortSignal) {
  const history = await call(statsHistory, { query: { days } }, { signal });
  return {
    ...history,
    seconds: history.days.map(({ date }) => Date.parse(date) / 1_000),
    dayNames: history.days.map(({ date }) => day.format(Date.parse(date))),
  };
}

function Charts({ history }: { history: History }) {
  const drawn = useMemo(
    () =>
      lines.map(({ series, ...line }) => ({
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
      names: history.scores.map(({ from, to }) =>
        from === to ? formatScore(from) : t`${formatScore(from)} to ${formatScore(to)}`,
      ),
      series: [{ label: t`Apps`, colour: 'brand' as const, values: history.scores.map(({ apps }) => apps) }],
    }),
    [history],
  );
  return (
    <div className="dash-charts">
      {drawn.map(({ title, yLabel, none, series }) => (
        <ChartCard
          key={title}
          title={title}
          kind="days"
          xs={history.seconds}
          names={history.dayNames}
          series={series}
          xLabel="Day (UTC)"
          yLabel={yLabel}
          none={none}
        />
      ))}
      <ChartCard
        title={t`Scores of approved apps`}
        kind="bars"
        xLabel="Score"
        yLabel="apps"
        none="No app is approved yet."
        {...scores}
      />
      <CategoryBars categories={history.categories} />
    </div>
  );
}

/** What happened over time, and how scores and categories are spread. */
export default function ChartsSection() {
  const [days, setDays] = useState<(typeof spans)[number][0]>('30');
  const query = useQuery({
    queryKey: ['admin', statsHistory.path, days],
    queryFn: ({ signal }) => readHistory(Number(days), signal),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="charts-heading">
      <SectionHead id="charts-heading" title={t`Over Time`}>
        <Choice label={t`Time`} value={days} options={spans} onChoose={setDays} />
      </SectionHead>
      <QueryView query={query} what={t`the charts`} skeleton={<ListSkeleton rows={3} />}>
        {(history) => <Charts history={history} />}
      </QueryView>
    </section>
  );
}
