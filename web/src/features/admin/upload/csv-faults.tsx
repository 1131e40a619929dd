import { t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import type { CallError } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { saveCsv } from '../parts/save-csv.ts';

const LINE = 'line ';

/** Errors of a rejected file by line, with a download of all of them. */
export function CsvFaults({ refusal }: { refusal: CallError }) {
  const faults = Object.entries(refusal.fields)
    .filter(([name]) => name.startsWith(LINE))
    .map(([name, reason]) => [name.slice(LINE.length), reason] as const);
  return (
    <div className="dash-note dash-faults">
      <p role="alert" className="font-semibold">
        {refusal.serverMessage ?? t`The file has mistakes. Nothing was stored.`}
      </p>
      {faults.length > 0 ? (
        <>
          <div tabIndex={0} role="region" aria-label={t`Faulty lines`} className="dash-fault-list">
            <ul>
              {faults.map(([line, reason]) => (
                <li key={line}>
                  <span className="tabular font-semibold">{t`Line ${{ line: formatCount(Number(line)) }}:`}</span>
                  <span>{` ${reason}`}</span>
                </li>
              ))}
            </ul>
          </div>
          <Button
            variant="secondary"
            onClick={() => saveCsv('zapdeck-faulty-lines.csv', [['line', 'reason'], ...faults])}
          >{t`Download the list`}</Button>
        </>
      ) : null}
    </div>
  );
}
