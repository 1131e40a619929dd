import { DEMO_ORIGIN_HEADER, OWN_DOMAIN_HEADER } from '@zapdeck/contract/feed/feed';

/** Pages that must not be framed, and one origin that may be. */
export interface OwnSite {
  /** Registrable domain of this site. Null until the server has sent it. */
  domain: string | null;
  demoOrigin: string | null;
}

let site: OwnSite = { domain: null, demoOrigin: null };

/** Reads the own site from the headers of a feed response. */
export function learnOwnSite(headers: Headers): void {
  site = { domain: headers.get(OWN_DOMAIN_HEADER), demoOrigin: headers.get(DEMO_ORIGIN_HEADER) };
}

/** Returns the own site. Before the first response, all of our host must not be framed. */
export function ownSite(): OwnSite {
  return site;
}
