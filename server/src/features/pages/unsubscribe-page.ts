import type { MailKind } from '@zapdeck/contract/mail-preferences';
import { screens } from '@zapdeck/contract/screens';
import { html, type Markup } from '../../http/html.ts';
import { unsubscribePath } from '../makers/unsubscribe-path.ts';
import { pageFrame, type PageSite } from './common/page-frame.ts';

interface Link {
  kind: MailKind;
  token: string;
}

const inWords: Readonly<Record<MailKind, string>> = {
  milestones: 'emails about the first likes and views of your apps',
  weekly: 'weekly summaries',
};

const head = html`<meta name="robots" content="noindex">`;
const toSettings = html`<a class="secondary" href="${screens.settings.path}">${screens.settings.title}</a>`;

/** Renders the page with the button to unsubscribe. */
export function unsubscribeForm(link: Link, site: PageSite): Markup {
  const body = html`<div class="missing"><h1>Unsubscribe?</h1><p>You will no longer get ${inWords[link.kind]}. All other emails stay on.</p><div class="ways"><form method="post" action="${unsubscribePath(link)}"><button class="primary">Unsubscribe</button></form></div></div>`;
  return pageFrame(site, { title: 'Unsubscribe', head, body });
}

/** Renders the page of a member who does not get these mails, with a button to get them again. */
export function unsubscribedPage(link: Link, site: PageSite): Markup {
  const body = html`<div class="missing"><h1>You’re unsubscribed</h1><p>You no longer get ${inWords[link.kind]}. Changed your mind?</p><div class="ways"><form method="post" action="${unsubscribePath(link)}/undo"><button class="primary">Subscribe again</button></form>${toSettings}</div></div>`;
  return pageFrame(site, { title: 'Unsubscribed', head, body });
}

export function subscribedPage({ kind }: Link, site: PageSite): Markup {
  const body = html`<div class="missing"><h1>You’re subscribed again</h1><p>You get ${inWords[kind]} again.</p><div class="ways">${toSettings}</div></div>`;
  return pageFrame(site, { title: 'Subscribed', head, body });
}

/** Renders the page for a link that is cut off, or whose account is deleted. */
export function unknownLinkPage(site: PageSite): Markup {
  const body = html`<div class="missing"><h1>This link doesn’t work</h1><p>Open it again from the email, or choose your emails in your account settings.</p><div class="ways">${toSettings}</div></div>`;
  return pageFrame(site, { title: 'Unknown link', head, body });
}
