import type { MailKind } from '@zapdeck/contract/accounts/mail-preferences';
import { screens } from '@zapdeck/contract/instance/screens';
import { html, type Markup } from '../../http/html.ts';
import { unsubscribePath } from '../makers/unsubscribe-path.ts';
import { pageFrame } from './common/page-frame.ts';
import type { PageSite } from './common/page-site.ts';

interface UnsubscribeLink {
  kind: MailKind;
  token: string;
}

const head = html`<meta name="robots" content="noindex">`;
const toSettings = ({ sayMarked }: PageSite): Markup =>
  html`<a class="secondary" href="${screens.settings.path}">${sayMarked(screens.settings.title)}</a>`;

interface Part {
  title: string;
  text: string;
  ways: Markup;
}

function unsubscribing(site: PageSite, tab: string, { title, text, ways }: Part): Markup {
  const body = html`<div class="missing"><h1>${title}</h1><p>${text}</p><div class="ways">${ways}</div></div>`;
  return pageFrame(site, { title: tab, head, body });
}

const button = (action: string, label: string): Markup =>
  html`<form method="post" action="${action}"><button class="primary">${label}</button></form>`;

/** Renders the page with the button to unsubscribe. */
export function unsubscribeForm(link: UnsubscribeLink, site: PageSite): Markup {
  const { say } = site;
  const texts = {
    milestones: say(
      'You will no longer get emails about the first likes and views of your apps. All other emails stay on.',
    ),
    weekly: say('You will no longer get weekly summaries. All other emails stay on.'),
  };
  return unsubscribing(site, say('Unsubscribe'), {
    title: say('Unsubscribe?'),
    text: texts[link.kind],
    ways: button(unsubscribePath(link), say('Unsubscribe')),
  });
}

/** Renders the page for a member who has unsubscribed, with a button to subscribe again. */
export function unsubscribedPage(link: UnsubscribeLink, site: PageSite): Markup {
  const { say } = site;
  const texts = {
    milestones: say(
      'You no longer get emails about the first likes and views of your apps. Changed your mind?',
    ),
    weekly: say('You no longer get weekly summaries. Changed your mind?'),
  };
  return unsubscribing(site, say('Unsubscribed'), {
    title: say('You’re unsubscribed'),
    text: texts[link.kind],
    ways: html`${button(`${unsubscribePath(link)}/undo`, say('Subscribe again'))}${toSettings(site)}`,
  });
}

export function subscribedPage({ kind }: UnsubscribeLink, site: PageSite): Markup {
  const { say } = site;
  const texts = {
    milestones: say('You get emails about the first likes and views of your apps again.'),
    weekly: say('You get weekly summaries again.'),
  };
  return unsubscribing(site, say('Subscribed'), {
    title: say('You’re subscribed again'),
    text: texts[kind],
    ways: toSettings(site),
  });
}

/** Renders the page for an incomplete link or one of a deleted account. */
export function unknownLinkPage(site: PageSite): Markup {
  const { say } = site;
  return unsubscribing(site, say('Unknown link'), {
    title: say('This link doesn’t work'),
    text: say('Open it again from the email, or choose your emails in your account settings.'),
    ways: toSettings(site),
  });
}
