import { html, type Markup } from '../../../http/html.ts';
import type { Speech } from '../../../languages/say.ts';

/** Renders the link to a feed. `name` tells screen readers which apps the feed has. */
export function feedLink(path: string, name: string, { say }: Speech): Markup {
  return html`<a class="feed" href="${path}"><span aria-hidden="true">${say('Feed')}</span><span class="unseen">${name}</span></a>`;
}
