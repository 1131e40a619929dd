import { lazyPart } from '../../lib/lazy-part.tsx';
import { withMessages } from '../../messages/messages.ts';

const load = () => withMessages('feed-late', () => import('./details-sheet.tsx'));

// Does not delay the first card, but loads before users ask for it.
setTimeout(() => void load().catch(() => undefined), 4_000);

export const AppDetails = lazyPart(load);
