import { isIP } from 'node:net';
import type { PasskeyObstacle } from '@zapdeck/contract/sign-in/passkeys';
import { Refusal } from '../../http/refusal.ts';

export interface RelyingParty {
  rpId: string;
  origin: string;
}

/** Returns why browsers allow no passkeys at the address, or null if they do. */
export function passkeyObstacle(publicUrl: string): PasskeyObstacle | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return 'plain_http';
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? null : 'ip_address';
}

/** Rejects with `passkeys_unavailable`. */
export function relyingParty(publicUrl: string): RelyingParty {
  if (passkeyObstacle(publicUrl) !== null) throw new Refusal('passkeys_unavailable');
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}
