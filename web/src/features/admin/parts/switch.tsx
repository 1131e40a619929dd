import { useId } from 'react';
import './switch.css';

interface Props {
  label: string;
  /** Text below the label: the effect, or the reason why it is disabled. */
  note?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, note, checked, disabled = false, onChange }: Props) {
  const id = useId();
  return (
    <div className="dash-switch">
      <div className="min-w-[min(9rem,100%)] grow basis-0">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {note === undefined ? null : (
          <p id={`${id}-note`} className="text-sm text-muted">
            {note}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
