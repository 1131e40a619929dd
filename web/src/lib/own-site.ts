import { DEMO_ORIGIN_HEADER, OWN_DOMAIN_HEADER } from '@zapdeck/contract/feed/feed';

export interface OwnSite {
  /** Registrable domain of this site. Null until the server has sent it. */
  domain: string | null;
  demoOrigin: string | null;
}

let site: OwnSite = { domain: null, demoOrigin: null };

/** Reads our site from the headers of a feed response. */
export function learnOwnSite(headers: Headers): void {
  site = { domain: headers.get(OWN_DOMAIN_HEADER), demoOrigin: headers.get(DEMO_ORIGIN_HEADER) };
}

/** Returns our site. Before the first response, no page of our host can be framed. */
export function ownSite(): OwnSite {
  return site;
}
