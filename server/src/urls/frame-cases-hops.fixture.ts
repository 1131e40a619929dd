import { barred, type FrameCase, shown } from './frame-case.fixture.ts';

const refresh = (...lines: string[]) => lines.map((line) => ['Refresh', line] as const);
const meta = (content: string, rest = '') => ({
  body: `<!doctype html><title>x</title><meta http-equiv="refresh" content="${content}">${rest}`,
});
const page = (body: string) => ({ body: `<!doctype html>${body}` });
const script = (text: string, open = '<script>') => page(`<title>x</title>${open}${text}</script>`);
const to = (...lines: string[]) => lines.map((line) => ['Location', line] as const);
const moved = { status: 302 };

export const ofRefreshes: FrameCase[] = [
  barred('refresh to a page that refuses', refresh('0; url=/refuses')),
  shown('refresh to a page that does not', refresh('0; url=/fine')),
  barred('refresh in capitals', refresh('0; URL=/refuses')),
  barred('refresh without url=', refresh('0; /refuses')),
  barred('refresh with a comma', refresh('0, url=/refuses')),
  barred('refresh with a blank', refresh('0 url=/refuses')),
  barred('refresh with blanks around', refresh(' 0 ;  url = /refuses ')),
  barred('refresh in quotes', refresh('0; url="/refuses"')),
  barred('refresh in single quotes', refresh("0; url='/refuses' and more")),
  barred('refresh with a quote that stays open', refresh('0; url="/refuses')),
  barred('refresh without a semicolon or a blank', refresh('0;url=/refuses')),
  barred('refresh after half a second', refresh('0.5; url=/refuses')),
  barred('refresh after a second', refresh('1; url=/refuses')),
  shown('refresh after an hour', refresh('3600; url=/refuses')),
  shown('refresh with a dot for a number', refresh('.; url=/refuses')),
  shown('refresh without a number', refresh('; url=/refuses')),
  shown('refresh with a word for a number', refresh('now; url=/refuses')),
  shown('refresh with a negative number', refresh('-1; url=/refuses')),
  shown('refresh of itself', refresh('300')),
  shown('refresh with nothing', refresh('')),
  shown('refresh to a script', refresh('0; url=javascript:alert(1)')),
  barred('refresh to the whole address', refresh('0; url=https://page.example.com/refuses')),
  barred('refresh to another host', refresh('0; url=https://other.example.com/refuses')),
  shown('refresh to a page on plain http', refresh('0; url=http://page.example.com/fine'), {
    stricter: 'The page stays, and where it wants to go is never reached',
  }),
  barred('refresh by a page that refuses itself', [...refresh('0; url=/fine'), ['X-Frame-Options', 'DENY']]),
];

export const ofMetaRefreshes: FrameCase[] = [
  barred('meta refresh to a page that refuses', [], meta('0; url=/refuses')),
  shown('meta refresh to a page that does not', [], meta('0; url=/fine')),
  barred('meta refresh in quotes', [], meta("0;url='/refuses'")),
  shown('meta refresh after an hour', [], meta('3600; url=/refuses')),
  shown('meta refresh of itself', [], meta('300')),
  barred(
    'meta refresh in the body',
    [],
    page('<body><p>x<div><meta http-equiv=refresh content="0; url=/refuses">'),
  ),
  barred('meta refresh in odd case', [], page('<META HTTP-EQUIV=ReFresh CONTENT="0; URL=/refuses">')),
  shown('meta refresh by name', [], page('<meta name=refresh content="0; url=/refuses">')),
  shown(
    'meta refresh in a comment',
    [],
    page('<!-- <meta http-equiv=refresh content="0; url=/refuses"> -->'),
  ),
  shown(
    'meta refresh without scripts',
    [],
    page('<noscript><meta http-equiv=refresh content="0; url=/refuses"></noscript>'),
  ),
  shown(
    'meta refresh in a template',
    [],
    page('<template><meta http-equiv=refresh content="0; url=/refuses"></template>'),
  ),
  shown(
    'meta refresh in a script',
    [],
    page('<script>"<meta http-equiv=refresh content=\'0; url=/refuses\'>"</script>'),
  ),
  shown(
    'meta refresh in a title',
    [],
    page('<title><meta http-equiv=refresh content="0; url=/refuses"></title>'),
  ),
  shown(
    'meta refresh in a text area',
    [],
    page('<textarea><meta http-equiv=refresh content="0; url=/refuses"></textarea>'),
  ),
  barred(
    'meta refresh under a base',
    [],
    page('<base href="/deep/"><meta http-equiv=refresh content="0; url=../refuses">'),
  ),
  barred(
    'meta refresh with references',
    [],
    page('<meta http-equiv=refresh content="0&#59; url=&#47;refuses">'),
  ),
  barred(
    'meta refresh twice, the sooner one refuses',
    [],
    meta('1; url=/fine', '<meta http-equiv=refresh content="0; url=/refuses">'),
  ),
  shown(
    'meta refresh twice, the later one refuses',
    [],
    meta('0; url=/fine', '<meta http-equiv=refresh content="5; url=/refuses">'),
  ),
  shown('meta refresh in plain text', [['Content-Type', 'text/plain']], meta('0; url=/refuses')),
  shown('no refresh but a word of it', [], page('<p>http-equiv=refresh content="0; url=/refuses"')),
];

export const ofLocations: FrameCase[] = [
  barred('moved to a page that refuses', to('/refuses'), moved),
  shown('moved to a page that does not', to('/fine'), moved),
  barred('moved to two places', to('/fine', '/refuses'), moved),
  barred('moved to two places that are both fine', to('/fine', '/fine?2'), moved),
  shown('moved to one place, said twice', to('/fine', '/fine'), moved),
  shown('moved to nowhere', to(''), moved),
  barred('moved to nowhere and to a page', to('', '/fine'), moved),
  shown('moved without a place', [], moved),
  shown('a place without having moved', to('/refuses')),
  barred('not modified, though nobody asked', to('/refuses'), { status: 304 }),
  shown('several choices', to('/refuses'), { status: 300 }),
  barred('moved for good', to('/refuses'), { status: 301 }),
  barred('see another', to('/refuses'), { status: 303 }),
  barred('moved for now', to('/refuses'), { status: 307 }),
  barred('moved for good, as it was', to('/refuses'), { status: 308 }),
  shown(
    'moved by a page that refuses, to one that does not',
    [...to('/fine'), ['X-Frame-Options', 'DENY']],
    moved,
  ),
  shown('moved by a download to a page', [...to('/fine'), ['Content-Disposition', 'attachment']], moved),
  barred('moved to plain http', to('http://page.example.com/fine'), moved),
];

export const ofScripts: FrameCase[] = [
  barred('script to a page that refuses', [], script("location = '/refuses'")),
  shown('script to a page that does not', [], script("location = '/fine'")),
  barred('script by href', [], script(' window.location.href="/refuses";\n')),
  barred('script by replace', [], script("location.replace('/refuses');")),
  barred('script by assign', [], script('document.location.assign("/refuses")')),
  barred(
    'script relative to the base',
    [],
    page('<base href="/deep/">' + script("location='../refuses'").body),
  ),
  shown('script that sends on under a condition', [], script("if (0) location = '/refuses'")),
  shown('script in a template', [], page("<template><script>location = '/refuses'</script></template>")),
  shown('script that is data', [], script("location = '/refuses'", '<script type="text/plain">')),
  shown(
    'script that the page forbids',
    [['Content-Security-Policy', "script-src 'none'"]],
    script("location = '/refuses'"),
  ),
];
