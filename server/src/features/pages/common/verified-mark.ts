import type { Speech } from '../../../languages/say.ts';
import { html, type Markup } from '../../../http/html.ts';

/** Renders the check mark of a verified maker. */
export const verifiedMark = ({ say }: Speech): Markup =>
  html`<svg class="verified" viewBox="0 0 24 24" role="img" aria-label="${say('Verified maker')}"><path d="M12 1.5 14.6 4l3.6-.4.7 3.5 3.1 1.8-1.5 3.2 1.5 3.2-3.1 1.8-.7 3.5-3.6-.4L12 22.5 9.4 20l-3.6.4-.7-3.5L2 15.1l1.5-3.2L2 8.9l3.1-1.8.7-3.5 3.6.4z"/><path d="m8 12 3 3 5-6" class="tick"/></svg>`;
