import { Spinner } from './spinner.tsx';

/** What is shown while something is awaited: nothing but a spinner, in the same place whatever it is. */
export function Waiting() {
  return (
    <div className="grid min-h-[70dvh] place-items-center text-brand-ink">
      <Spinner label="Loading" className="size-9" />
    </div>
  );
}
