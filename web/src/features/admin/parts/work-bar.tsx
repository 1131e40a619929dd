import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { formatPercent } from '../../../lib/numbers.ts';
import './work-bar.css';

interface Props {
  label: string;
  /** From 0 to 1, or undefined if unknown. */
  share?: number | undefined;
}

const percent = (share: number, step: number) =>
  formatPercent((Math.floor((share * 100) / step) * step) / 100);

/** Progress bar. Shows every percent and announces every tenth. */
export function WorkBar({ label, share }: Props) {
  const text = (step: number) => (share === undefined ? label : `${label}: ${percent(share, step)}`);
  return (
    <div className="dash-work">
      <span aria-hidden="true" className="tabular text-sm text-muted">
        {text(1)}
      </span>
      <ProgressBar aria-label={label} max={1} value={share} />
      <Status className="sr-only">{text(10)}</Status>
    </div>
  );
}
