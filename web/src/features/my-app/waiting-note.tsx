import type { Action } from '../../lib/use-action.ts';

interface Props {
  title: string;
  value: string | null;
  cancelLabel: string;
  cancellation: Action<void>;
}

/** Note about a value in review, with a Cancel button. */
export function WaitingNote({ title, value, cancelLabel, cancellation }: Props) {
  return (
    <div className="grid gap-1 rounded-field bg-amber-soft px-4 py-3 text-amber-ink">
      <p className="font-semibold">{title}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink">
        {value}
      </p>
      <p>
        <button
          type="button"
          className="min-h-11 text-start font-semibold underline underline-offset-4 aria-busy:opacity-60"
          aria-busy={cancellation.pending}
          onClick={cancellation.start}
        >
          {cancelLabel}
        </button>
      </p>
    </div>
  );
}
