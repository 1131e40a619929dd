/** A tag without the mark of a weak one, as RFC 9110, section 8.8.3 writes it. */
const OPAQUE_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The weak tag over what a text says: one for all of its encodings, which say the same in other bytes. */
export function weakTag(opaque: string): string {
  return `W/"${opaque}"`;
}

/**
 * Whether somebody who asks has what the tag stands for: `If-None-Match` lists it, weak or strong, or is `*`. RFC 9110,
 * sections 8.8.3.2 and 13.1.2.
 */
export function hasTagged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const [opaque] = tag.match(OPAQUE_TAG) ?? [];
  return ifNoneMatch.match(OPAQUE_TAG)?.some((known) => known === opaque) === true;
}
