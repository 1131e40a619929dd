import { Sheet } from '../../../components/ui/sheet.tsx';

const keys = [
  ['J', 'Next app'],
  ['K', 'Previous app'],
  ['A', 'Approve'],
  ['R', 'Reject'],
  ['U', 'Undo the last decision'],
  ['X', 'Select, for a decision on many'],
  ['E', 'Select everything of this list'],
  ['L', 'Look at it here'],
  ['O', 'Open in a new tab'],
  ['?', 'This list'],
] as const;

/** The keys of the queue, shown on "?". */
export function PendingKeys({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title="Keys">
      <dl className="ad-keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd className="ad-kbd">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        They act on the app that has the focus, A and R on all that are selected; the first key goes to the
        first app.
      </p>
    </Sheet>
  );
}
