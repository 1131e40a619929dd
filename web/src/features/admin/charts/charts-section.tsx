import { plural, t } from '@lingui/core/macro';
import { useId, useMemo, useState } from 'react';
import { PlainTable } from '../../../components/ui/plain-table.tsx';
import { useTheme } from '../../../lib/theme.ts';
import { ChartBoundary } from '../parts/chart-boundary.tsx';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { Plot, type Series } from './plot.tsx';
import { type DayOfStats, type StatsHistory, statsHistory } from '@zapdeck/contract/instance/stats';
import { say } from '../../../lib/say.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SectionHead } from '../../../components/ui/section-head.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';
import { Choice } from '../../../components/list/choice.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import './charts.css';

interface Props {
  title: string;
  xs: readonly number[];
  names: readonly string[];
  series: readonly Series[];
  kind: 'days' | 'bars';
  xLabel: string;
  yLabel: string;
  none: string;
}

/** Chart with title, table of values, and a legend with the values under the pointer. */
function ChartCard({ title, xs, names, series, kind, xLabel, yLabel, none }: Props) {
  const id = useId();
  const theme = useTheme();
  const [point, setPoint] = useState<number | null>(null);
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  const isPointed = point !== null && point < names.length;
  return (
    <section aria-labelledby={id} className="card dash-chart">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <p className="dash-legend tabular">
        <span className="text-muted">{isPointed ? names[point] : t`Total`}</span>
        {series.map(({ label, colour, values }) => (
          <span key={colour} className="dash-legend-item" data-colour={colour}>
            <span>{`${label} `}</span>
            <strong>
              {formatCount(isPointed ? (values[point] ?? 0) : values.reduce((sum, value) => sum + value, 0))}
            </strong>
          </span>
        ))}
      </p>
      {isEmpty ? (
        <p className="dash-plot dash-plot-none">{none}</p>
      ) : (
        <ChartBoundary key={theme} fallback={t`Couldn’t show the chart`}>
          <Plot xs={xs} series={series} kind={kind} xLabel={xLabel} yLabel={yLabel} onPoint={setPoint} />
        </ChartBoundary>
      )}
      <details className="dash-details">
        <summary>{t`As a table`}</summary>
        <PlainTable
          label={t`${title}, as a table`}
          columns={[xLabel, ...series.map(({ label }) => label)]}
          isLimited
          isNumeric
        >
          <tbody>
            {names.map((name, place) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map(({ colour, values }) => (
                  <td key={colour}>{formatCount(values[place] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </details>
    </section>
  );
}

type Counts = StatsHistory['categories'][number];

const tooltipOf = ({ approved, pending, rejected }: Counts) =>
  t`${plural(approved, { one: '# approved app', other: '# approved apps' })}, ${plural(pending, { other: '# pending' })}, ${plural(rejected, { other: '# rejected' })}`;

const countsInWords = ({ approved, pending, rejected }: Counts) =>
  t`${plural(approved, { other: '# approved' })}, ${plural(pending, { other: '# pending' })}, ${plural(rejected, { other: '# rejected' })}`;

/** Number of apps per category: a table with bars. */
function CategoryBars({ categories }: { categories: StatsHistory['categories'] }) {
  const most = Math.max(1, ...categories.map((one) => one.approved + one.pending + one.rejected));
  return (
    <section aria-labelledby="categories-heading" className="card dash-chart">
      <h3 id="categories-heading" className="font-semibold">{t`Categories`}</h3>
      <p className="dash-legend tabular">
        <span className="dash-legend-item" data-colour="up">{t`Approved`}</span>
        <span className="dash-legend-item" data-colour="amber">{t`Pending`}</span>
        <span className="dash-legend-item" data-colour="down">{t`Rejected`}</span>
      </p>
      {categories.length === 0 ? (
        <p className="dash-plot dash-plot-none">{t`There are no apps yet.`}</p>
      ) : null}
      <ul className="dash-bars">
        {categories.map((counts) => {
          const { category, approved, pending, rejected } = counts;
          return (
            <li key={category} title={tooltipOf(counts)}>
              <span className="truncate">{say(category)}</span>
              <span aria-hidden="true" className="dash-bar">
                <i data-colour="up" style={{ width: `${(approved / most) * 100}%` }} />
                <i data-colour="amber" style={{ width: `${(pending / most) * 100}%` }} />
                <i data-colour="down" style={{ width: `${(rejected / most) * 100}%` }} />
              </span>
              <span className="tabular">
                <span aria-hidden="true">{formatCount(approved)}</span>
                <span className="sr-only">{countsInWords(counts)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

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
