import { lazy, Suspense } from 'react';
import type { DetailsProps } from './details-sheet.tsx';

const load = () => import('./details-sheet.tsx');
const DetailsSheet = lazy(load);

// Not among what the first card waits for, but there before anyone can ask for it.
setTimeout(() => void load().catch(() => undefined), 4_000);

/** The details of an app in a sheet of their own; specification, section 2. */
export function AppDetails(props: DetailsProps) {
  return (
    <Suspense>
      <DetailsSheet {...props} />
    </Suspense>
  );
}
