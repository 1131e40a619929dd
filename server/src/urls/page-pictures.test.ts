import { describe, expect, test } from 'vitest';
import { hexColour, manifestPictures, pagePictures } from './page-pictures.ts';

const URL_OF_PAGE = 'https://page.example.com/a/b';
const of = (html: string, type = 'text/html') =>
  pagePictures({ url: URL_OF_PAGE, headers: { 'content-type': [type] }, body: Buffer.from(html) });
const meta = (key: string, content: string) => `<meta property="${key}" content="${content}">`;

describe('the pictures of a page', () => {
  test('lists Open Graph before Twitter, without duplicates', () => {
    const html = `${meta('twitter:image', '/t.png')}${meta('og:image', 'g.png')}${meta('twitter:image:src', '/t.png')}`;
    expect(of(html).images).toEqual(['https://page.example.com/a/g.png', 'https://page.example.com/t.png']);
  });

  test.each([
    ['//cdn.example.com/i.png', 'https://cdn.example.com/i.png'],
    ['../i.png?a=1&amp;b=2', 'https://page.example.com/i.png?a=1&b=2'],
    ['http://[oops/', undefined],
  ])('finds in %j the picture %j', (content, image) =>
    expect(of(meta('og:image', content)).images[0]).toBe(image),
  );

  test('resolves addresses against the base', () => {
    const html = `<base href="https://cdn.example.com/x/">${meta('og:image', 'i.png')}<link rel=icon href=/i.svg>`;
    expect(of(html)).toMatchObject({
      images: ['https://cdn.example.com/x/i.png'],
      icons: [{ url: 'https://cdn.example.com/i.svg' }],
    });
  });

  test('lists SVG icons first, then the largest ones', () => {
    const html = `<link rel="shortcut icon" href="/favicon.ico"><link rel="icon" sizes="16x16 48x48" href="/48.png">
      <link rel="apple-touch-icon" href="/apple.png"><link rel="ICON" type="image/svg+xml" href="/d"><link rel="icon" sizes=192x192 href="/192.png">
      <link rel="mask-icon" href="/mask.svg"><link rel="manifest" href="/m.json"><link rel="manifest" href="/other.json">`;
    const { icons, manifest } = of(html);
    expect(icons.map(({ url }) => new URL(url).pathname)).toEqual([
      '/d',
      '/192.png',
      '/apple.png',
      '/48.png',
      '/favicon.ico',
    ]);
    expect(manifest).toBe('https://page.example.com/m.json');
  });

  test('ignores the body and other files', () => {
    const none = { images: [], icons: [], manifest: null, colour: null };
    expect(of(`<body>${meta('og:image', '/i.png')}<link rel=icon href=/i.png>`)).toEqual(none);
    expect(of(meta('og:image', '/i.png'), 'application/json')).toEqual(none);
  });

  test('reads a limited number of links', () => {
    expect(of('<link rel=icon sizes=99x99 href=/i.png>'.repeat(10_000)).icons).toHaveLength(20);
  });
});

test.each([
  ['#FFF', '#ffffff'],
  ['#12345678', '#123456'],
  [' rgb(255, 0, 16) ', '#ff0010'],
  ['hsl(120 50% 50%)', '#40bf40'],
  ['rebeccapurple', '#663399'],
  ['Tomato', '#ff6347'],
  ['transparent', null],
  ['var(--x)', null],
  ['', null],
  ['red;background:url(x)', null],
  ['#'.repeat(10_000), null],
  [7, null],
  [null, null],
])('normalises the colour %j to %j', (text, colour) => expect(hexColour(text)).toBe(colour));

describe('the pictures of a manifest', () => {
  const read = (text: string) =>
    manifestPictures({ url: 'https://page.example.com/m/app.json', body: Buffer.from(text) });

  test('lists its icons without monochrome ones', () => {
    const icons = [
      { src: '192.png', sizes: '192x192' },
      { src: '512.png', sizes: '256x256 512x512', type: 'image/png' },
      { src: '/d.svg', sizes: 'any', purpose: 'maskable' },
      { src: 'mono.svg', purpose: 'monochrome' },
      { src: 3 },
      'x',
      null,
    ];
    const found = read(JSON.stringify({ icons, theme_color: 'navy' }));
    expect(found.colour).toBe('#000080');
    expect(found.icons.map(({ url, side }) => [url, side])).toEqual([
      ['https://page.example.com/d.svg', 100_000],
      ['https://page.example.com/m/512.png', 512],
      ['https://page.example.com/m/192.png', 192],
    ]);
  });

  test.each(['', '[]', 'null', '7', '{"icons":7}', '{"icons":{"src":"x"}}', '{'])(
    'returns none for %s',
    (text) => {
      expect(read(text)).toMatchObject({ icons: [], colour: null });
    },
  );
});
