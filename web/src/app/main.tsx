import { JUST_STARTED } from '@zapdeck/contract/instance/screens';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '../styles.css';
import { isFeedPage } from '../lib/first-card.ts';
import { isPrerendered, markedUser, watchSession } from '../lib/session.ts';
import { reportUncaughtErrors } from '../lib/report-error.ts';
import { App } from './app.tsx';
import { i18n } from '@lingui/core';
import { pageLanguage } from '../lib/page-language.ts';
import { startIn } from '../messages/messages.ts';
import { preloadScreen } from './screens.tsx';

// The validator, which loads later, must not compile code: the content security policy would report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Only the server needs this mark. It is removed, so that copied addresses do not contain it.
if (location.search.endsWith(JUST_STARTED))
  history.replaceState(history.state, '', location.href.slice(0, -JUST_STARTED.length - 1));

const languageLoaded = startIn(pageLanguage());

reportUncaughtErrors();
watchSession();
const screenLoaded = preloadScreen(
  location.pathname,
  !isPrerendered && (isFeedPage() || markedUser() !== undefined),
);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
/** Elements changed by a page translator cannot be hydrated. */
const isTranslated = () => root.querySelector('font') !== null;

// Hydration waits for the screen's code. Otherwise a spinner would replace the prerendered content.
void Promise.all([languageLoaded, isPrerendered && screenLoaded]).then(() => {
  if (isPrerendered && i18n.locale === document.documentElement.lang && !isTranslated())
    hydrateRoot(root, app);
  else createRoot(root).render(app);
});

// Loaded on the first hover, because touch and keyboard do not need it.
addEventListener(
  'pointerover',
  ({ target }) =>
    void import('./at-first-pointer.ts').then(
      ({ preloadOnHover }) => preloadOnHover(target, preloadScreen),
      () => undefined,
    ),
  { once: true },
);
