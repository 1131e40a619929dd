/** Entity tag without the prefix of a weak one (RFC 9110, section 8.8.3). */
const OPAQUE_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

export function weakTag(opaque: string): string {
  return `W/"${opaque}"`;
}

/** Returns true if `If-None-Match` lists the tag, weak or strong, or is `*` (RFC 9110, sections 8.8.3.2 and 13.1.2). */
export function hasTagged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const [opaque] = tag.match(OPAQUE_TAG) ?? [];
  return ifNoneMatch.match(OPAQUE_TAG)?.some((known) => known === opaque) === true;
}
