import { Spinner } from './spinner.tsx';

/** What is shown while something is awaited: at first nothing, then a spinner, in the same place whatever it is. */
export function Waiting() {
  return (
    <div className="waiting">
      <Spinner label="Loading" className="size-9" />
    </div>
  );
}
