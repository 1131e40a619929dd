import { screens } from '@zapdeck/contract/instance/screens';
import { message } from '@zapdeck/contract/wire/message';
import { html, type Markup } from '../../http/html.ts';
import type { Refusal } from '../../http/refusal.ts';
import { pageFrame } from './common/page-frame.ts';
import type { PageSite } from './common/page-site.ts';

export interface WayBack {
  href: string;
  label: string;
}

interface Notice {
  title: string;
  text: string;
  link: WayBack;
}

function noticePage(site: PageSite, { title, text, link }: Notice): Markup {
  const body = html`<div class="missing"><h1>${title}</h1><p>${text}</p><p class="ways"><a class="primary" href="${link.href}">${link.label}</a></p></div>`;
  const head = html`<meta name="robots" content="noindex">`;
  return pageFrame(site, { title, head, body });
}

/** Renders the page for an unknown app. Unapproved apps get the same page. */
export function missingPage(site: PageSite): Markup {
  return noticePage(site, {
    title: site.say('Not found'),
    text: site.say('This app may have been removed. Plenty more to discover.'),
    link: { href: '/', label: site.say('Discover web apps') },
  });
}

/** Renders the page for browsers that drop the session cookie. */
export function cookiesPage(site: PageSite): Markup {
  return noticePage(site, {
    title: site.say('Cookies are blocked'),
    text: site.say(
      '{name} needs one cookie to remember you from swipe to swipe. Allow cookies for this site, then try again.',
      { name: site.instance().name },
    ),
    link: { href: screens.landing.path, label: site.say('Try again') },
  });
}

const titles: Readonly<Record<number, string>> = {
  429: message('One moment, please'),
  503: message('Busy right now'),
};

/** Renders the reason of a rejected request, with a link back. */
export function refusalPage(site: PageSite, refusal: Refusal, back: WayBack): Markup {
  if (refusal.status === 404) return missingPage(site);
  if (refusal.code === 'foreign_origin') {
    return noticePage(site, {
      title: site.say('Open this page at its own address'),
      text: site.say(
        'The buttons of this page don’t work at the address that you opened. They work at {address}.',
        {
          address: site.publicUrl,
        },
      ),
      link: { href: site.publicUrl + back.href, label: site.say('Open it there') },
    });
  }
  return noticePage(site, {
    title: site.sayMarked(titles[refusal.status] ?? message('That didn’t work')),
    text: site.sayMarked(refusal.marked),
    link: back,
  });
}
