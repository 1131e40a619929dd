import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { type DealtApp, isFramedDemoApp } from './feed-page.ts';
import type { PageErrors } from './page-errors.ts';

const button = (name: string, style = '') => `<button style="${style}">${name}</button>`;
const paragraphs = '<p>Words that fill a page and scroll when there are many of them.</p>'.repeat(30);

/** Ten common layouts of apps, with their controls. */
const LAYOUTS: Readonly<Record<string, string>> = {
  'Bottom bar': `${paragraphs}<nav style="position:fixed;inset:auto 0 0;height:56px;display:flex;background:#eef">${['Home', 'Search', 'Add', 'You'].map((name) => button(name, 'flex:1')).join('')}</nav>`,
  Map: `<div style="position:fixed;inset:0;background:repeating-linear-gradient(45deg,#cde,#cde 20px,#dec 20px,#dec 40px)"></div>${button('Zoom in', 'position:fixed;right:10px;bottom:70px')}${button('Zoom out', 'position:fixed;right:10px;bottom:24px')}${button('Layers', 'position:fixed;right:10px;top:10px')}<input aria-label="Where to" style="position:fixed;left:10px;top:10px;width:55%;height:36px">`,
  Canvas: `<canvas style="position:fixed;inset:0;width:100%;height:100%;background:#123"></canvas>${button('Clear', 'position:fixed;left:8px;bottom:8px')}${button('Save', 'position:fixed;right:8px;bottom:8px')}${button('Colours', 'position:fixed;left:8px;top:8px')}${button('Undo', 'position:fixed;right:8px;top:8px')}`,
  Form: `<form style="padding:16px;display:grid;gap:8px"><h1>Join us</h1><input aria-label="Name"><input aria-label="Mail">${button('Send')}</form>`,
  'Cookie notice': `${paragraphs}<div style="position:fixed;inset:auto 0 0;padding:12px;background:#fff;border-top:1px solid">We like cookies.<br>${button('Accept')}${button('Refuse')}</div>`,
  Chat: `<div style="height:100dvh;display:flex;flex-direction:column"><header style="padding:8px">${button('Back')} Ada</header><div style="flex:1;overflow:auto">${paragraphs}</div><footer style="display:flex;padding:8px"><input aria-label="Message" style="flex:1">${button('Send')}</footer></div>`,
  'Sticky header': `<header style="position:sticky;top:0;display:flex;justify-content:space-between;padding:10px;background:#fff">${button('Menu')}<b>News</b>${button('Log in')}</header>${paragraphs}`,
  'Landscape game': `<div style="position:fixed;inset:0;background:#231;color:#fff">${button('Left', 'position:fixed;left:12px;bottom:12px;height:60px')}${button('Right', 'position:fixed;left:90px;bottom:12px;height:60px')}${button('Jump', 'position:fixed;right:12px;bottom:12px;height:60px')}${button('Pause', 'position:fixed;right:12px;top:12px')}</div>`,
  'Floating button': `<ul>${'<li>A thing to do</li>'.repeat(40)}</ul>${button('New', 'position:fixed;right:16px;bottom:16px;width:56px;height:56px;border-radius:28px')}`,
  'Full-height form': `<form style="min-height:100dvh;display:flex;flex-direction:column;justify-content:space-between;padding:12px;box-sizing:border-box"><div>${button('Cancel')}</div><input aria-label="Amount">${button('Pay', 'height:48px')}</form>`,
};

export const layoutNames = Object.keys(LAYOUTS);

const address = (name: string) => `/layout-${name.toLowerCase().replaceAll(' ', '-')}/`;

/** Deals one app for each layout, from the origin of the demo apps. */
export async function frameLayouts(context: BrowserContext, pageErrors: PageErrors): Promise<void> {
  // The server refuses the made-up cursor of the end, and knows none of these apps.
  pageErrors.expect(/ 400 .*cursor=end/, / 404 .*\/confirm$/);
  const ids = new Map(layoutNames.map((name) => [name, randomUUID()]));
  await context.route(/\/api\/apps(\?|$)/, async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const apps = (await response.json()) as DealtApp[];
    const { 'x-next-cursor': _next, ...headers } = response.headers();
    const isKnown = new URL(route.request().url()).searchParams.has('ids');
    const like = apps.find(isFramedDemoApp);
    if (!like) return route.fulfill({ response });
    const origin = new URL(like.url).origin;
    const json = layoutNames.map((title) => ({
      ...like,
      id: ids.get(title),
      title,
      url: origin + address(title),
      frameStatus: 'ok',
    }));
    await route.fulfill({ json, headers: { ...headers, ...(isKnown ? {} : { 'x-end-cursor': 'end' }) } });
  });
  // The server knows none of these apps.
  await context.route('**/api/apps/*/confirm', (route) => route.fulfill({ json: { frameStatus: 'ok' } }));
  for (const [name, body] of Object.entries(LAYOUTS)) {
    const page = `<!doctype html><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>body{margin:0;font:16px sans-serif}button{min-height:40px}</style>${body}`;
    await context.route(`**${address(name)}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: page }),
    );
  }
}
