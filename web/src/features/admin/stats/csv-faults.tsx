import type { CallError } from '../../../lib/call.ts';
import { counted } from '../parts/counted.ts';

/** So many faults are named at once; the file has to be mended line by line anyway. */
const SHOWN = 8;

/** Why the server refused a file: its first faulty lines with their reasons. */
export function CsvFaults({ refusal }: { refusal: CallError }) {
  const faults = Object.entries(refusal.fields).filter(([name]) => name.startsWith('line '));
  return (
    <div role="alert" className="ad-note ad-faults">
      <p className="font-semibold">{refusal.serverMessage ?? 'The file was refused. Nothing was stored.'}</p>
      {faults.length > 0 ? (
        <ul>
          {faults.slice(0, SHOWN).map(([line, reason]) => (
            <li key={line}>
              <span className="tabular font-semibold">{line.replace('line', 'Line')}:</span> {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {faults.length > SHOWN ? (
        <p className="text-sm">and {counted(faults.length - SHOWN, 'more line')} that we were told of</p>
      ) : null}
    </div>
  );
}
