import { DEMO_ORIGIN_HEADER, OWN_DOMAIN_HEADER } from '@zapdeck/contract/feed';

/** Whose pages may not be framed here, and the one origin among them that may. */
export interface OwnSite {
  /** The registrable domain of this site, or null while the server has not said it. */
  domain: string | null;
  demoOrigin: string | null;
}

let site: OwnSite = { domain: null, demoOrigin: null };

/** Takes over what an answer of the feed says of this site. */
export function learnOwnSite(headers: Headers): void {
  site = { domain: headers.get(OWN_DOMAIN_HEADER), demoOrigin: headers.get(DEMO_ORIGIN_HEADER) };
}

/** What is known of this site; before the first answer, that nothing of our own host may be framed. */
export function ownSite(): OwnSite {
  return site;
}
