import { URL_MAX } from '@zapdeck/contract/apps/listing';
import { message } from '@zapdeck/contract/wire/message';
import type { Config } from '../../../config.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { FetchRules } from '../../../urls/fetch-public.ts';
import { isOwnSite } from '../../../urls/host-rules.ts';
import { isPublicHost, isUsualPort } from '../../../urls/public-address.ts';

export interface UrlRules extends FetchRules {
  publicUrl: string;
}

export function urlRulesOf({ publicUrl, isDemo, demoUrl, allowsPrivateUrls }: Config): UrlRules {
  return { publicUrl, demoUrl: isDemo ? new URL(demoUrl).origin : undefined, allowsPrivateUrls };
}

const NOT_PUBLIC = message('Must be a publicly accessible web application');
const UNUSUAL_PORT = message('The address must not contain a port');
const OWN_HOST = message('Apps on this site’s own address cannot be shown here');

type Normalised = { url: string; fault: null } | { url: null; fault: string };

/** Returns the address as it is stored, or the reason why it is refused. */
export function normaliseUrl(text: string, rules: UrlRules): Normalised {
  const not = (fault: string) => ({ url: null, fault });
  if (!URL.canParse(text))
    return not(message('Please enter a complete address, such as https://example.org'));
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return not(message('The address must begin with http:// or https://'));
  if (url.username !== '' || url.password !== '')
    return not(message('The address must not contain a user name or a password'));
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hash === '') url.hash = '';
  if (url.href.length > URL_MAX) return not(message('At most {max} characters', { max: URL_MAX }));
  if (isOwnSite(url, rules)) return not(OWN_HOST);
  const isExempt = rules.allowsPrivateUrls || url.origin === rules.demoUrl;
  if (!isExempt && !isPublicHost(url.hostname)) return not(NOT_PUBLIC);
  if (!isExempt && !isUsualPort(url)) return not(UNUSUAL_PORT);
  return { url: url.href, fault: null };
}

export function normaliseAppUrl(text: string, rules: UrlRules): string {
  const { url, fault } = normaliseUrl(text, rules);
  if (fault !== null) throw new Refusal('invalid_input', { fields: { url: fault } });
  return url;
}
