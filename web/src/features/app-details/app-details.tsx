import { lazyPart } from '../../lib/lazy-part.tsx';
import { withMessages } from '../../messages/messages.ts';

const load = () => withMessages('feed-late', () => import('./details-sheet.tsx'));

// Not among what the first card waits for, but there before anyone can ask for it.
setTimeout(() => void load().catch(() => undefined), 4_000);

/** The details of an app in a sheet of their own; specification, section 2. */
export const AppDetails = lazyPart(load);
