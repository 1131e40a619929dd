import type { App } from '@zapdeck/contract/apps/apps';
import type { OwnSite } from './own-site.ts';

/**
 * Sandbox of framed apps. They cannot navigate our page, open blocking dialogs or download. allow-scripts with
 * allow-same-origin is safe only because framed apps never belong to our site: see canFrame.
 */
export const FRAME_SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-pointer-lock allow-orientation-lock allow-presentation';

/** In browsers that support it, this policy silences an invisible frame. */
const ONLY_WHILE_VISIBLE = 'media-playback-while-not-visible';

const FRAME_ALLOW = `fullscreen; gamepad; accelerometer; gyroscope; clipboard-write; web-share; picture-in-picture; ${ONLY_WHILE_VISIBLE} 'none'`;

/** Returns the permissions of a frame. A preloaded frame gets no autoplay, because it would be heard. */
export function frameAllow(startsInFront: boolean): string {
  return startsInFront ? `${FRAME_ALLOW}; autoplay` : FRAME_ALLOW;
}

/** Returns true if the browser silences invisible frames. */
export function canSilenceFrames(): boolean {
  const { featurePolicy } = document as Document & { featurePolicy?: { features: () => string[] } };
  return featurePolicy?.features().includes(ONLY_WHILE_VISIBLE) === true;
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Returns true for our host and domain, whose pages could reach our cookies and storage. */
function isOwnSite({ hostname }: URL, own: URL | Location, { domain }: OwnSite): boolean {
  const host = hostname.replace(/\.$/, '');
  return [own.hostname, domain].some((ours) => ours !== null && (host === ours || host.endsWith(`.${ours}`)));
}

/** Returns true if the page at `own` may frame the app, as far as known. */
export function canFrame(app: Pick<App, 'url' | 'frameStatus'>, own: URL | Location, site: OwnSite): boolean {
  if (app.frameStatus === 'refused' || app.frameStatus === 'unreachable') return false;
  const url = parse(app.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  // The browser would block it as mixed content and show a blank frame.
  if (own.protocol === 'https:' && url.protocol === 'http:') return false;
  if (url.origin === own.origin) return false;
  return url.origin === site.demoOrigin || !isOwnSite(url, own, site);
}

/** Returns the host without www. */
export function hostOf(appUrl: string): string {
  return parse(appUrl)?.host.replace(/^www\./, '') ?? appUrl;
}
