import { Parser } from 'htmlparser2';
import { describe, expect, test, vi } from 'vitest';
import { pagePreview } from './page-facts.ts';

const URL_OF_PAGE = 'https://page.example.com/a/b';
const meta = (key: string, content: string) => `<meta property="${key}" content="${content}">`;

function preview(html: string | Buffer, contentType = 'text/html') {
  const headers = contentType === '' ? {} : { 'content-type': [contentType] };
  return pagePreview({ url: URL_OF_PAGE, status: 200, headers, body: Buffer.from(html) });
}

describe('the preview of a page', () => {
  test('prefers Open Graph, then Twitter, then plain HTML', () => {
    const plain = '<title>Plain</title><meta name=description content="plain words">';
    const twitter = `${meta('twitter:title', 'Tweet')}${meta('twitter:description', 'tweeted')}`;
    const graph = `${meta('og:title', 'Graph')}${meta('og:description', 'graphed')}`;
    expect(preview(plain)).toEqual({ title: 'Plain', description: 'plain words', language: null });
    expect(preview(plain + twitter)).toMatchObject({
      title: 'Tweet',
      description: 'tweeted',
    });
    expect(preview(plain + twitter + graph)).toMatchObject({
      title: 'Graph',
      description: 'graphed',
    });
  });

  test.each([
    ['<title>Tom &amp; Jerry &#8211; &eacute;&#x1F600;</title>', 'Tom & Jerry – é😀'],
    [meta('og:title', '&quot;Quoted&quot; &lt;b&gt;'), '"Quoted" <b>'],
    ['<TITLE>\n  Many \t lines\n</TITLE>', 'Many lines'],
    ['<title></title><title>Second</title>', 'Second'],
    [`${meta('og:title', ' ')}<title>Not empty</title>`, 'Not empty'],
    [`${meta('og:title', 'First')}${meta('og:title', 'Second')}`, 'First'],
    ['<meta name="og:title" content="By name">', 'By name'],
    ['<!-- <title>Comment</title> --><title>Real</title>', 'Real'],
    ['<script>"<title>Script</title>"</script><title>Real</title>', 'Real'],
    ['<title>Unclosed', 'Unclosed'],
    ['<title>a\u0000b\u202egnp.exe</title>', 'abgnp.exe'],
    ['<body><title>Too late</title>', null],
    [`<body>${meta('og:title', 'Too late')}`, null],
    ['', null],
    ['<<<>>><meta><meta content><title', null],
  ])('of %j has the title %j', (html, title) => {
    expect(preview(html).title).toBe(title);
  });

  test('is cut to the limits of the form, never inside a character', () => {
    const { title, description } = preview(
      `<title>${'😀'.repeat(100_000)}</title>${meta('og:description', 'word '.repeat(50_000))}`,
    );
    expect(title).toBe(`${'😀'.repeat(24)}…`);
    expect(description?.length).toBeLessThanOrEqual(500);
    expect(description).toMatch(/^(word )+word?…$|^(word )+wo?r?…$/);
  });

  test.each(['image/png', 'application/json', 'text/plain', 'text/html-sandboxed'])(
    'is empty for %s',
    (type) => {
      expect(preview('<title>No</title>', type)).toMatchObject({ title: null, description: null });
    },
  );
});

describe('charsets', () => {
  const latin = Buffer.from('<title>Café</title>', 'latin1');
  const cyrillic = Buffer.concat([Buffer.from('<title>'), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])]);
  const wide = Buffer.from('\ufeff<title>Weit</title>', 'utf16le');

  test.each([
    ['UTF-8 by default', Buffer.from('<title>Café</title>'), 'text/html', 'Café'],
    ['Windows-1252 for invalid UTF-8', latin, 'text/html', 'Café'],
    ['by the header', latin, 'text/html; charset="ISO-8859-1"', 'Café'],
    ['by the header, Cyrillic', cyrillic, 'text/html;charset=windows-1251', 'Привет'],
    [
      'by the page',
      Buffer.concat([Buffer.from('<meta charset=windows-1251>'), cyrillic]),
      'text/html',
      'Привет',
    ],
    [
      'by the old way of the page',
      Buffer.concat([
        Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'),
        cyrillic,
      ]),
      'text/html',
      'Привет',
    ],
    ['a byte order mark before the header', wide, 'text/html; charset=utf-8', 'Weit'],
    ['an unknown charset is ignored', latin, 'text/html; charset=klingon', 'Café'],
    ['no content type', Buffer.from('<title>Ty</title>'), '', 'Ty'],
  ])('decodes a page: %s', (_what, body, type, title) => expect(preview(body, type).title).toBe(title));

  test('keeps the charset if the limit cuts a character in half', () => {
    const body = Buffer.from('<title>Café</title><p>é');
    expect(preview(body.subarray(0, -1)).title).toBe('Café');
  });
});

describe('pages of half a megabyte', () => {
  const BODY_MAX = 512 * 1_024;
  /** Returns the share of characters that the parser reads of a page of these pieces. */
  function parsed(...pieces: string[]): number {
    const html = pieces
      .map((piece) => piece.repeat(Math.ceil(BODY_MAX / pieces.length / piece.length)))
      .join('');
    const write = vi.spyOn(Parser.prototype, 'write');
    preview(html);
    const characters = write.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    write.mockRestore();
    return characters / html.length;
  }

  test.each([
    '<meta ',
    '<title>x</title>',
    '<a b=',
    '&#x41;',
    '<!--',
    '<meta charset ',
    '<br>',
    '</b>',
    '<p>',
  ])('are parsed once if they consist of %j', (piece) => expect(parsed(piece)).toBe(1));

  // The parser looks through all open tags for each closing tag.
  test.each([[['<i>']], [['<svg>']], [['<i>', '</b>']], [['<svg>', '</b>']]])(
    'are parsed up to a tenth if they consist of %j',
    (pieces) => expect(parsed(...pieces)).toBeLessThan(0.1),
  );
});
