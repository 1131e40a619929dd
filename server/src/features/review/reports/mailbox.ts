import { getDomain } from 'tldts';

/** Domains of a provider by its name. Providers of throw-away addresses and of aliases do not belong here. */
const PROVIDERS: ReadonlyMap<string, string> = new Map(
  [
    'gmail.com googlemail.com',
    'outlook.com',
    'hotmail.com',
    'hotmail.co.uk',
    'hotmail.de',
    'hotmail.es',
    'hotmail.fr',
    'hotmail.it',
    'live.com',
    'live.co.uk',
    'live.fr',
    'msn.com',
    'yahoo.com',
    'yahoo.ca',
    'yahoo.co.in',
    'yahoo.co.jp',
    'yahoo.co.uk',
    'yahoo.com.br',
    'yahoo.de',
    'yahoo.es',
    'yahoo.fr',
    'yahoo.it',
    'ymail.com',
    'rocketmail.com',
    'aol.com',
    'icloud.com me.com mac.com',
    'proton.me protonmail.com pm.me',
    'tuta.com tutanota.com tutanota.de',
    'zoho.com zohomail.com',
    'hey.com',
    'mail.com',
    'posteo.de posteo.net',
    'mailbox.org',
    'gmx.com',
    'gmx.net',
    'gmx.de',
    'gmx.at',
    'gmx.ch',
    'web.de',
    't-online.de',
    'freenet.de',
    'bluewin.ch',
    'orange.fr',
    'wanadoo.fr',
    'free.fr',
    'laposte.net',
    'sfr.fr',
    'libero.it',
    'virgilio.it',
    'seznam.cz',
    'wp.pl',
    'o2.pl',
    'onet.pl',
    'interia.pl',
    'uol.com.br',
    'bol.com.br',
    'terra.com.br',
    'yandex.ru yandex.com ya.ru',
    'mail.ru',
    'bk.ru',
    'inbox.ru',
    'list.ru',
    'rambler.ru',
    'ukr.net',
    'qq.com',
    '163.com',
    '126.com',
    'sina.com',
    'naver.com',
    'daum.net hanmail.net',
    'docomo.ne.jp',
    'rediffmail.com',
    'comcast.net',
    'verizon.net',
    'att.net',
    'sbcglobal.net',
    'cox.net',
    'btinternet.com',
    'sky.com',
    'shaw.ca',
    'rogers.com',
    'bigpond.com',
  ].flatMap((domains) => {
    const [provider = '', ...others] = domains.split(' ');
    return [provider, ...others].map((domain) => [domain, provider] as const);
  }),
);

/**
 * Returns the mailbox at a public provider or in `memberDomains`, without its tag. Elsewhere the domain: its owner reads all
 * mail.
 */
export function mailboxOf(email: string, memberDomains: ReadonlySet<string>): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const provider = PROVIDERS.get(domain) ?? (memberDomains.has(domain) ? domain : undefined);
  if (provider === undefined) return `@${getDomain(domain) ?? domain}`;
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return `${provider === 'gmail.com' ? local.replaceAll('.', '') : local}@${provider}`;
}
