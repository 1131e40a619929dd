import type { App } from '@zapdeck/contract/apps';
import type { OwnSite } from './own-site.ts';

/**
 * What a framed app may do. No navigation of our page, no dialogs that would trap the swipe, no downloads.
 * allow-scripts with allow-same-origin is safe only because a framed app is never of our own site: see canFrame.
 */
export const FRAME_SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-pointer-lock allow-orientation-lock allow-presentation';

/** Where it is known, a frame that holds this policy is silent while it cannot be seen. */
const ONLY_WHILE_VISIBLE = 'media-playback-while-not-visible';

const FRAME_ALLOW = `fullscreen; gamepad; accelerometer; gyroscope; clipboard-write; web-share; picture-in-picture; ${ONLY_WHILE_VISIBLE} 'none'`;

/** The permissions of a frame; one that loads out of sight must never get autoplay, it would be heard. */
export function frameAllow(startsInFront: boolean): string {
  return startsInFront ? `${FRAME_ALLOW}; autoplay` : FRAME_ALLOW;
}

/** True when the browser silences frames of ours that cannot be seen. */
export function canSilenceFrames(): boolean {
  const { featurePolicy } = document as Document & { featurePolicy?: { features: () => string[] } };
  return featurePolicy?.features().includes(ONLY_WHILE_VISIBLE) === true;
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Our own host on any port and every host of our domain: their pages could reach cookies and storage of ours. */
function isOwnSite({ hostname }: URL, own: URL | Location, { domain }: OwnSite): boolean {
  const host = hostname.replace(/\.$/, '');
  return [own.hostname, domain].some((ours) => ours !== null && (host === ours || host.endsWith(`.${ours}`)));
}

/** True when the app may be put into a frame of the page at `own`, as far as anyone knows. */
export function canFrame(app: Pick<App, 'url' | 'frameStatus'>, own: URL | Location, site: OwnSite): boolean {
  if (app.frameStatus === 'refused' || app.frameStatus === 'unreachable') return false;
  const url = parse(app.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  // Mixed content is blocked by the browser and would stay blank.
  if (own.protocol === 'https:' && url.protocol === 'http:') return false;
  if (url.origin === own.origin) return false;
  return url.origin === site.demoOrigin || !isOwnSite(url, own, site);
}

/** The host people read: without www. */
export function hostOf(appUrl: string): string {
  return parse(appUrl)?.host.replace(/^www\./, '') ?? appUrl;
}
