export const CLAIM_VALUES_MAX = 1_000;

/** `left_out`: Microsoft Entra sends only the name of a claim with too many values. */
export type ClaimFault = 'too_many' | 'not_text' | 'left_out';

interface RoleClaim {
  values: string[];
  fault: ClaimFault | null;
}

type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds a claim by its full name or by a path such as `realm_access.roles`. Names in the path may contain dots. */
export function findClaim(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(claims, name) ? findClaim(claims[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Accepts `{"admins": true}`, or an object with content, as in Zitadel's `{"admin": {"1234": "example.org"}}`. */
const grants = (value: unknown) => value === true || (isObject(value) && Object.keys(value).length > 0);

function listValues(claim: unknown): unknown[] {
  if (Array.isArray(claim)) return claim;
  if (!isObject(claim)) return [claim];
  return Object.keys(claim).filter((name) => grants(claim[name]));
}

/** Reads a claim from the first source that has it. Ignores values that are not text, and claims with too many values. */
export function readRoleClaim(sources: readonly Claims[], path: string): RoleClaim {
  const claim = sources.map((claims) => findClaim(claims, path)).find((found) => found !== undefined) ?? null;
  if (claim === null) {
    const isLeftOut = sources.some((claims) => findClaim(claims['_claim_names'], path) !== undefined);
    return { values: [], fault: isLeftOut ? 'left_out' : null };
  }
  const listed = listValues(claim);
  if (listed.length > CLAIM_VALUES_MAX) return { values: [], fault: 'too_many' };
  const values = listed.filter((value) => typeof value === 'string');
  return { values, fault: values.length < listed.length ? 'not_text' : null };
}

/** Returns true if the provider says that the person used a second factor (RFC 8176). */
export function usedFactor({ amr }: Claims): boolean {
  return Array.isArray(amr) && amr.includes('mfa');
}
