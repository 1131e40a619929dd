import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles.css';
import { reportUncaughtErrors } from '../lib/report-error.ts';
import { wasSignedIn, watchSession } from '../lib/session.ts';
import { App } from './app.tsx';
import { preloadScreen } from './screens.tsx';

// The validator, loaded later, must not try to compile code: the content security policy would report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

reportUncaughtErrors();
watchSession();
preloadScreen(location.pathname, wasSignedIn());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
