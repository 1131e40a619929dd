import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { PlainTable } from '../../../components/ui/plain-table.tsx';
import { useTheme } from '../../../lib/theme.ts';
import { ChartBoundary } from '../parts/chart-boundary.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { Plot, type Series } from './plot.tsx';

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
export function ChartCard({ title, xs, names, series, kind, xLabel, yLabel, none }: Props) {
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
