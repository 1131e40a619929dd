import { message, filled, type Marked } from '@zapdeck/contract/wire/message';
import { parse } from 'tldts';
import { Refusal } from '../../http/refusal.ts';
import { isOwnSite } from '../../urls/host-rules.ts';
import { isPublicHost } from '../../urls/public-address.ts';
import type { UrlRules } from '../listings/address/url-rules.ts';

const NO_HOST = message('Please enter a host, such as example.org');
/** Labels joined by single dots, or an IPv6 address in brackets. URL parsers accept more than the DNS does. */
const HOST = /^(?:[a-z\d_](?:[\w-]*[a-z\d_])?(?:\.(?!$)|$))+$|^\[[\da-f:.]+\]$/;

function refuseHost(host: Marked): never {
  throw new Refusal('invalid_input', { message: host, fields: { host } });
}

/** Normalises a host, `*.host` or a URL. Rejects other text, this site and public suffixes with `invalid_input`. */
export function normaliseHost(typed: string, rules: UrlRules): string {
  const bare = typed.trim().replace(/^\*\./, '');
  const address = /^https?:\/\//i.test(bare) ? bare : `http://${bare}`;
  if (!URL.canParse(address)) refuseHost(NO_HOST);
  const url = new URL(address);
  const host = url.hostname.replace(/\.+$/, '');
  if (url.username !== '' || url.password !== '' || !HOST.test(host)) refuseHost(NO_HOST);
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (publicSuffix === host && (isIcann || isPrivate))
    refuseHost(
      filled('{host} hosts many sites. Enter the full address of one, such as name.{host}', { host }),
    );
  if (!rules.allowsPrivateUrls && !isPublicHost(host))
    refuseHost(message('Please enter a public host, such as example.org'));
  if (isOwnSite(new URL(`${url.protocol}//${host}`), rules))
    refuseHost(message('This site’s own host cannot be blocked or trusted'));
  return host;
}
