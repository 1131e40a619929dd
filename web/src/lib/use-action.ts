import { useState } from 'react';
import { type Failure, tellFailure } from './tell-failure.ts';

/** Something a person starts with a button, one at a time; what goes wrong is said. */
export function useAction(run: () => Promise<void>, failure: Failure) {
  const [pending, setPending] = useState(false);
  const start = async () => {
    if (pending) return;
    setPending(true);
    try {
      await run();
    } catch (error) {
      tellFailure(error, failure);
    } finally {
      setPending(false);
    }
  };
  return { pending, start: () => void start() };
}
