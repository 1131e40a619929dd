import { i18n, type Messages } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { categories } from '@zapdeck/contract/apps/categories';
import { categorySlug } from '@zapdeck/contract/feed/decks';
import type { Language } from '@zapdeck/contract/wire/languages';
import { type ReactElement, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { buttonClass } from '../components/ui/button-class.ts';
import { CategoryIcon } from '../components/ui/category-icon.tsx';
import { tabTitle } from '../lib/screen-title.ts';
import { areas } from '../messages/areas.ts';
import { loadMessages, startIn } from '../messages/messages.ts';
import { App } from './app.tsx';
import { nameOf, resolve } from './routes.ts';
import { UnreachableNotice } from './shell.tsx';

export { pageTexts } from './page-texts.ts';

const textsOfPages = import.meta.glob<{ messages: Messages }>('../../../messages/*.po', {
  query: '?area=pages',
});

/** Switches to a language. Rejects if its messages are missing. */
export async function speak(language: Language): Promise<void> {
  await startIn(language);
  const loadTexts = textsOfPages[`../../../messages/${language}.po`];
  if (i18n.locale !== language || !loadTexts) throw new Error(`The messages in ${language} are missing`);
  const [{ messages }] = await Promise.all([loadTexts(), ...areas.map((area) => loadMessages(area))]);
  i18n.load(language, messages);
}

export interface Drawing {
  title: string;
  html: string;
}

async function draw(element: ReactElement): Promise<string> {
  const { prelude } = await prerender(<StrictMode>{element}</StrictMode>, {
    // Disables streaming, because React would insert later chunks by an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}

/** Renders a visitor's screen to HTML with its title. */
export async function renderScreen(path: string): Promise<Drawing> {
  const found = resolve(path, '', 'visitor');
  if (!('screen' in found)) throw new Error(`${path} leads elsewhere`);
  return { title: tabTitle(nameOf(found.screen)), html: await draw(<App prerenderedPath={path} />) };
}

/** Renders the page that the worker shows offline. It has no scripts, and its link opens the same address. */
export async function renderUnreachable(): Promise<Drawing> {
  const notice = (
    <main>
      <UnreachableNotice>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- Empty, it is the address of whatever page this stands for. */}
        <a href="" className={buttonClass()}>{t`Try again`}</a>
        <a href="/" className={buttonClass('quiet')}>{t`Back to Home`}</a>
      </UnreachableNotice>
    </main>
  );
  return { title: tabTitle(nameOf('failed')), html: await draw(notice) };
}

/** Returns an SVG document with a symbol per category, with its slug as id. */
export async function renderCategoryIcons(): Promise<string> {
  const symbols = categories.map(async (category) => {
    const svg = await draw(<CategoryIcon category={category} />);
    const [, shapes = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(svg) ?? [];
    return `<symbol id="${categorySlug(category)}" viewBox="0 0 24 24">${shapes}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${(await Promise.all(symbols)).join('')}</svg>`;
}
