import './work-bar.css';

interface Props {
  label: string;
  /** From 0 to 1; without it, nobody knows how far the work is. */
  share?: number | undefined;
}

/** How far some work has come. */
export function WorkBar({ label, share }: Props) {
  return (
    <div className="ad-work" role="status">
      <span className="text-sm text-muted">{label}</span>
      <progress aria-label={label} max={1} value={share} />
    </div>
  );
}
