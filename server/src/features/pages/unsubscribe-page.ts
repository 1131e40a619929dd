import type { MailKind } from '@zapdeck/contract/mail-preferences';
import { screens } from '@zapdeck/contract/screens';
import { html, type Markup } from '../../http/html.ts';
import { unsubscribePath } from '../makers/unsubscribe-path.ts';
import { pageFrame, type PageSite } from './common/page-frame.ts';

const inWords: Readonly<Record<MailKind, string>> = {
  milestones: 'mails about the first likes and views of your apps',
  weekly: 'weekly summaries',
};

const head = html`<meta name="robots" content="noindex">`;

export function unsubscribeForm(link: { kind: MailKind; token: string }, site: PageSite): Markup {
  const body = html`<div class="missing"><h1>No more of these mails?</h1><p>You will get no ${inWords[link.kind]} any more. All other mails stay as they are.</p><form class="ways" method="post" action="${unsubscribePath(link)}"><button class="primary">Stop these mails</button></form></div>`;
  return pageFrame(site, { title: 'Stop mails · Zapdeck', head, body });
}

export function unsubscribedPage(kind: MailKind, site: PageSite): Markup {
  const body = html`<div class="missing"><h1>Done</h1><p>You will get no ${inWords[kind]} any more. You can turn them on again in your account settings.</p><p class="ways"><a class="primary" href="${screens.settings.path}">${screens.settings.title}</a></p></div>`;
  return pageFrame(site, { title: 'Mails stopped · Zapdeck', head, body });
}
