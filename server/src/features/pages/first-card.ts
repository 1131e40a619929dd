import { setTimeout as delay } from 'node:timers/promises';
import { coverInitial } from '@zapdeck/contract/pictures/cover-design';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { PICTURE_WIDTHS, picturePath, POSTER_SIZES } from '@zapdeck/contract/pictures/picture-paths';
import { Id } from '@zapdeck/contract/wire/primitives';
import { FIRST_CARD_ID } from '@zapdeck/contract/instance/screens';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { html, type Markup } from '../../http/html.ts';
import { coverArt } from './common/drawn-cover.ts';
import { type PublicApp, readPublicApp } from './common/find-app.ts';
import { textLanguage } from './common/text-language.ts';

/** The page works without the card, so it does not wait for a slow database. */
const WAIT_MS = 300;

const Query = z.object({ app: Id });

/** Uses the markup and classes of the feed's component, and the picture width that the app's page has loaded. */
function cover(app: PublicApp, ground: string, className: string, isWhole = false): Markup {
  const { picture, title } = app;
  const set = picture && PICTURE_WIDTHS.map((width) => `${picturePath(picture, width)} ${width}w`).join(', ');
  const image = (fit: string) =>
    picture &&
    html`<img alt="" class="absolute inset-0 size-full ${fit}" decoding="sync" sizes="${POSTER_SIZES}" srcset="${set}" src="${picturePath(picture, 480)}">`;
  const images = isWhole
    ? html`${image('scale-150 object-cover blur-[8cqmin]')}${image('object-contain')}`
    : image('object-cover');
  const initial = html`<span class="display absolute bottom-[6cqmin] inset-s-[9cqmin] text-[length:58cqmin] leading-[.8]">${coverInitial(title)}</span>`;
  return html`<div aria-hidden="true" class="@container-[size] relative isolate overflow-hidden text-white ${className}">${coverArt(app, ground, 'absolute inset-0 size-full')}${initial}${images}</div>`;
}

function cardMarkup(app: PublicApp): Markup {
  return html`<link rel="preload" as="fetch" crossorigin="use-credentials" href="${listFeed.path}?ids=${app.id}"><div id="${FIRST_CARD_ID}" class="pointer-events-none fixed inset-0 z-40 bg-night text-white">
<div class="feed-stage">
<div class="feed-backdrop absolute inset-0">${cover(app, 'first-ground', 'size-full')}</div>
<div class="absolute inset-0 bg-linear-to-b from-night/55 via-night/45 to-night/85"></div>
<div class="feed-poster absolute inset-0 text-center">
<div class="relative shrink-0"><span class="feed-halo absolute -inset-10 rounded-full" aria-hidden="true"></span>${cover(app, 'first-art', 'feed-poster-cover rounded-[26px] shadow-2xl ring-1 ring-white/20', true)}</div>
<div class="feed-poster-text wrap-anywhere">
<p${textLanguage(app)} dir="auto" class="display line-clamp-2 text-title">${app.title}</p>
<p class="mt-1.5 text-sm font-medium text-white/75">${new URL(app.url).host.replace(/^www\./, '')}</p>
<p${textLanguage(app)} dir="auto" class="feed-poster-description mt-2.5 text-[.9375rem] text-white/85">${app.description}</p>
<div class="mt-5 h-16"></div>
<div class="mt-5 h-6"></div>
</div>
</div>
</div>
</div>`;
}

/** Returns a function that renders the card of an address. It returns undefined without an app or if reading is slow. */
export function firstCards(db: Db, waitMs = WAIT_MS): (query: unknown) => Promise<Markup | undefined> {
  const read = async (id: string) => {
    const app = await readPublicApp(db, id);
    return app && cardMarkup(app);
  };
  return async (query) => {
    const asked = Query.safeParse(query);
    if (!asked.success) return undefined;
    const nothing = delay(waitMs, undefined, { ref: false });
    return Promise.race([read(asked.data.app).catch(() => undefined), nothing]);
  };
}
