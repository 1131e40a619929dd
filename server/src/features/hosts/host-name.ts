import { parse } from 'tldts';
import { Refusal } from '../../http/refusal.ts';
import { isOwnSite } from '../../urls/own-site.ts';
import { isPublicHost } from '../../urls/public-address.ts';
import type { UrlRules } from '../apps/app-url.ts';

function refuse(host: string): never {
  throw new Refusal('invalid_input', { message: host, fields: { host } });
}

/**
 * The one spelling of a host, of what people type or paste: a host, `*.host` or an address on it. Refuses with
 * `invalid_input` what is none, what is this site, and a suffix below which everybody's sites lie.
 */
export function normaliseHost(typed: string, rules: UrlRules): string {
  const bare = typed.trim().replace(/^\*\./, '');
  const address = /^https?:\/\//i.test(bare) ? bare : `http://${bare}`;
  if (!URL.canParse(address)) refuse('This is not a host, such as example.org');
  const url = new URL(address);
  const host = url.hostname.replace(/\.+$/, '');
  if (url.username !== '' || url.password !== '' || host === '')
    refuse('This is not a host, such as example.org');
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (publicSuffix === host && (isIcann || isPrivate))
    refuse(`Sites of everybody lie below ${host}: name one of them`);
  if (!rules.allowsPrivateUrls && !isPublicHost(host))
    refuse('Only a public host can be named, such as example.org');
  if (isOwnSite(new URL(`${url.protocol}//${host}`), rules)) refuse('This is the address of this site');
  return host;
}
