import { URL_MAX } from '@zapdeck/contract/apps';
import ipaddr from 'ipaddr.js';
import { getDomain } from 'tldts';
import { Refusal } from '../../http/refusal.ts';

/** Which addresses may be framed here. */
export interface UrlRules {
  /** Our own origin. */
  publicUrl: string;
  /** The one origin on our host that may be framed; undefined without demo apps. */
  demoUrl: string | undefined;
  allowsPrivateUrls: boolean;
}

const NOT_PUBLIC = 'Must be a publicly accessible web application';
const OWN_HOST = 'Apps on the address of this site cannot be shown here';

const PRIVATE_SUFFIXES = ['.local', '.internal', '.localhost', '.localdomain', '.home.arpa', '.onion'];

/** Azure's metadata and DNS service stands in the middle of public address space. */
const AZURE_WIRE_SERVER = '168.63.129.16';

const IPV4_COMPATIBLE_ZEROS = 6;

/** True for addresses that are reached over the public internet and carry no other address inside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || address === AZURE_WIRE_SERVER) return false;
  const isIpv4Compatible =
    parsed.kind() === 'ipv6' &&
    (parsed as ipaddr.IPv6).parts.slice(0, IPV4_COMPATIBLE_ZEROS).every((part) => part === 0);
  return !isIpv4Compatible;
}

function isPublicHost(hostname: string): boolean {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (ipaddr.isValid(literal)) return isPublicAddress(literal);
  return hostname.includes('.') && !PRIVATE_SUFFIXES.some((suffix) => hostname.endsWith(suffix));
}

/** Our own host on any port, and any host of the same registrable domain: cookies and storage are too near. */
function isOwnSite(url: URL, rules: UrlRules): boolean {
  if (url.origin === rules.demoUrl) return false;
  const own = new URL(rules.publicUrl).hostname;
  const options = { allowPrivateDomains: true };
  const domain = getDomain(own, options);
  return url.hostname === own || (domain !== null && getDomain(url.hostname, options) === domain);
}

function refuse(message: string): never {
  throw new Refusal('invalid_input', { fields: { url: message } });
}

/**
 * The one spelling under which an app's address is stored. Refuses with `invalid_input` on `url` what is not http(s),
 * carries credentials, is too long, is not public (unless private addresses are allowed) or belongs to this site.
 */
export function normaliseAppUrl(text: string, rules: UrlRules): string {
  if (!URL.canParse(text)) refuse('Please enter a complete address, such as https://example.org');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    refuse('The address must begin with http:// or https://');
  if (url.username !== '' || url.password !== '')
    refuse('The address must not contain a user name or a password');
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hash === '') url.hash = '';
  if (url.href.length > URL_MAX) refuse(`At most ${URL_MAX} characters`);
  if (isOwnSite(url, rules)) refuse(OWN_HOST);
  const isExempt = rules.allowsPrivateUrls || url.origin === rules.demoUrl;
  if (!isExempt && !isPublicHost(url.hostname)) refuse(NOT_PUBLIC);
  return url.href;
}
