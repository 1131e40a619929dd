import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { tabTitle } from '../lib/screen-title.ts';
import { App } from './app.tsx';
import { nameOf, resolve } from './routes.ts';

/** The screen that a visitor meets at the path, as HTML, and its title. Rejects when drawing it fails. */
export async function renderScreen(path: string): Promise<{ title: string; html: string }> {
  const found = resolve(path, '', 'visitor');
  if (!('screen' in found)) throw new Error(`${path} leads elsewhere`);
  const { prelude } = await prerender(
    <StrictMode>
      <App prerenderedPath={path} />
    </StrictMode>,
    {
      // Whole at once: what React would bring in later, it would bring in by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return { title: tabTitle(nameOf(found.screen)), html: await new Response(prelude).text() };
}
