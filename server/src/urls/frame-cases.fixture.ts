import { barred, type FrameCase, PRODUCT, shown } from './frame-case.fixture.ts';
import { ofDispositions, ofSniffing, ofTypes } from './frame-cases-content.fixture.ts';
import { ofLocations, ofMetaRefreshes, ofRefreshes, ofScripts } from './frame-cases-hops.fixture.ts';

const xfo = (...lines: string[]) => lines.map((line) => ['X-Frame-Options', line] as const);
const csp = (...lines: string[]) => lines.map((line) => ['Content-Security-Policy', line] as const);
const ancestors = (...lists: string[]) => csp(...lists.map((list) => `frame-ancestors ${list}`));

const ofFrameOptions: FrameCase[] = [
  shown('no header at all', []),
  barred('deny', xfo('DENY')),
  barred('sameorigin', xfo('SAMEORIGIN')),
  barred('odd case and blanks', xfo('  dEnY\t ')),
  shown('allowall', xfo('ALLOWALL')),
  shown('allow-from, which nobody reads', xfo('ALLOW-FROM https://zaps.example.org')),
  shown('allow-from somebody else', xfo('ALLOW-FROM https://other.example')),
  shown('an unknown word', xfo('nonsense')),
  shown('an empty header', xfo('')),
  shown('quoted', xfo('"DENY"')),
  shown('with a semicolon', xfo('DENY; x')),
  barred('deny twice in one line', xfo('DENY, DENY')),
  barred('sameorigin on two lines', xfo('SAMEORIGIN', 'sameorigin')),
  barred('deny and sameorigin', xfo('DENY, SAMEORIGIN')),
  barred('deny and allowall', xfo('DENY', 'ALLOWALL')),
  barred('sameorigin and nonsense', xfo('SAMEORIGIN, nonsense')),
  barred('allowall and nonsense', xfo('ALLOWALL, nonsense')),
  shown('allowall twice', xfo('ALLOWALL', 'allowall')),
  shown('two unknown words', xfo('nonsense, rubbish')),
  barred('deny and an empty entry', xfo('DENY,')),
  barred('deny and an empty line', xfo('DENY', '')),
  barred('allowall and an empty entry', xfo('ALLOWALL,,')),
  shown('only in the name of another header', [['X-Frame-Option', 'DENY']]),
];

const ofSources: FrameCase[] = [
  barred("'none'", ancestors("'none'")),
  barred("'none' in odd case", csp("FRAME-ANCESTORS 'NONE'")),
  barred('an empty list', csp('frame-ancestors')),
  barred("'self'", ancestors("'self'")),
  shown('a star', ancestors('*')),
  shown("a star beside 'none'", ancestors("'none' *")),
  shown("us beside 'none'", ancestors("'none' https://zaps.example.org")),
  shown('the scheme https', ancestors('https:')),
  shown('the scheme http, which https satisfies', ancestors('http:')),
  barred('another scheme', ancestors('data:')),
  shown('the scheme in capitals', ancestors('HTTPS:')),
  shown('our origin', ancestors('https://zaps.example.org')),
  shown('our origin in capitals', ancestors('HTTPS://Zaps.Example.ORG')),
  shown('our host alone', ancestors('zaps.example.org')),
  shown('our host over http, which https satisfies', ancestors('http://zaps.example.org')),
  barred('another host', ancestors('https://other.example')),
  shown('us among others', ancestors('https://other.example https://zaps.example.org https://third.example')),
  shown('hosts below our domain', ancestors('https://*.example.org')),
  shown('hosts below our domain without a scheme', ancestors('*.example.org')),
  barred('hosts below our host, which is not below itself', ancestors('https://*.zaps.example.org')),
  barred('a star inside a name', ancestors('https://z*.example.org')),
  barred('our host as the end of another name', ancestors('https://aps.example.org')),
  barred('the domain above us', ancestors('https://example.org')),
  shown('any host on https', ancestors('https://*')),
  shown('our usual port', ancestors('https://zaps.example.org:443')),
  shown('port 80, which 443 satisfies', ancestors('http://zaps.example.org:80')),
  barred('another port', ancestors('https://zaps.example.org:8443')),
  shown('any port', ancestors('https://zaps.example.org:*')),
  shown('any host and port', ancestors('*:*')),
  barred('any host on another port', ancestors('*:8443')),
  barred('a path', ancestors('https://zaps.example.org/feed')),
  barred('a path that ends in a slash', ancestors('https://zaps.example.org/feed/')),
  shown('a slash alone, which is the path of an origin', ancestors('https://zaps.example.org/')),
  barred('a name with a final dot', ancestors('https://zaps.example.org.')),
  barred('a nonce, which means nothing here', ancestors("'nonce-abc'")),
  barred('quotes that are missing', ancestors('none')),
  barred('a source that is no source', ancestors('https://')),
  barred('commas instead of blanks', ancestors('https://other.example,https://zaps.example.org')),
  shown(
    'tabs and many blanks',
    csp('  frame-ancestors \t https://other.example \t https://zaps.example.org  '),
  ),
];

const ofOddSources: FrameCase[] = [
  barred('no scheme before the slashes', ancestors('//zaps.example.org')),
  barred('a query', ancestors('https://zaps.example.org?x')),
  barred('a fragment', ancestors('https://zaps.example.org#x')),
  barred('a web socket of ours', ancestors('wss://zaps.example.org')),
  barred('the scheme of web sockets', ancestors('wss:')),
  barred('a user name', ancestors('https://user@zaps.example.org')),
  shown('hosts below the top', ancestors('https://*.org')),
  barred('a star glued to a name', ancestors('https://*zaps.example.org')),
  barred('a star at the end of a name', ancestors('https://zaps.example.*')),
  barred('a colon without a port', ancestors('https://zaps.example.org:')),
  barred('two ports', ancestors('https://zaps.example.org:443:443')),
  shown('a port with a zero in front', ancestors('https://zaps.example.org:0443')),
  barred('a host with two dots in a row', ancestors('https://zaps..example.org')),
  shown("us beside 'self'", ancestors("'self' https://zaps.example.org")),
  shown('us beside what is no source', ancestors('https:// https://zaps.example.org')),
  shown('us beside letters beyond ASCII', ancestors('caf\u00e9 https://zaps.example.org')),
  barred('a tab after the name', csp("frame-ancestors\t'none'")),
  barred('quotes around us', ancestors("'https://zaps.example.org'")),
  barred('an empty list over a kind X-Frame-Options', [...xfo('ALLOWALL'), ...csp('frame-ancestors')]),
];

const ofPolicies: FrameCase[] = [
  shown('a policy that says nothing of frames', csp("img-src 'none'")),
  shown(
    'child and default sources, which say nothing of ancestors',
    csp("frame-src 'none'; child-src 'none'"),
  ),
  barred('among other directives', csp("img-src 'self'; frame-ancestors 'none'; base-uri 'self'")),
  shown('the first word of a policy counts', csp("frame-ancestors *; frame-ancestors 'none'")),
  barred('the first word of a policy counts, also against', csp("frame-ancestors 'none'; frame-ancestors *")),
  barred('two policies on two lines must both agree', ancestors('*', "'none'")),
  barred('two policies in one line must both agree', csp("frame-ancestors *, frame-ancestors 'none'")),
  shown('two policies that agree', ancestors('*', 'https://zaps.example.org')),
  shown('only reported, not enforced', [['Content-Security-Policy-Report-Only', "frame-ancestors 'none'"]]),
  barred('reported and enforced', [
    ['Content-Security-Policy-Report-Only', 'frame-ancestors *'],
    ['Content-Security-Policy', "frame-ancestors 'none'"],
  ]),
  shown('over X-Frame-Options, which is then ignored', [...xfo('DENY'), ...ancestors('*')]),
  shown('over a muddle of X-Frame-Options', [...xfo('DENY', 'ALLOWALL'), ...ancestors('*')]),
  barred('against a kind X-Frame-Options', [...xfo('ALLOWALL'), ...ancestors("'none'")]),
  barred('not there, so that X-Frame-Options counts', [...xfo('DENY'), ...csp("img-src 'self'")]),
  barred('only reported, so that X-Frame-Options counts', [
    ...xfo('DENY'),
    ['Content-Security-Policy-Report-Only', 'frame-ancestors *'],
  ]),
  shown('a directive with a longer name', csp("frame-ancestors-x 'none'")),
  shown('an empty policy', csp('')),
  barred('empty directives around it', csp(";;frame-ancestors 'none';;")),
];

const NO_ADDRESSES = 'CSP 3 lets a source match no address but 127.0.0.1; other browsers may follow it';

const ofOtherEmbedders: FrameCase[] = [
  barred('no port means the usual one', ancestors('https://zaps.example.org'), {
    embedder: `${PRODUCT}:8443`,
  }),
  shown('the port we are on', ancestors('https://zaps.example.org:8443'), { embedder: `${PRODUCT}:8443` }),
  shown('any port for a product on a port', ancestors('zaps.example.org:*'), { embedder: `${PRODUCT}:8443` }),
  shown('a scheme for a product on a port', ancestors('https:'), { embedder: `${PRODUCT}:8443` }),
  barred('any host means the usual port', ancestors('https://*'), { embedder: `${PRODUCT}:8443` }),
  shown('a star for a product on http', ancestors('*'), { embedder: 'http://zaps.example.org' }),
  barred('https for a product on http', ancestors('https:'), { embedder: 'http://zaps.example.org' }),
  shown('http for a product on http', ancestors('http:'), { embedder: 'http://zaps.example.org' }),
  barred('no scheme means that of the page', ancestors('zaps.example.org'), {
    embedder: 'http://zaps.example.org',
  }),
  shown('no scheme, page and product on http', ancestors('zaps.example.org'), {
    embedder: 'http://zaps.example.org',
    scheme: 'http',
  }),
  shown('a page on http for a product on http', [], { embedder: 'http://zaps.example.org', scheme: 'http' }),
  barred('any host without a scheme, product on http', ancestors('*:*'), {
    embedder: 'http://zaps.example.org',
  }),
  barred('our origin for a product on http', ancestors('https://zaps.example.org'), {
    embedder: 'http://zaps.example.org',
  }),
  shown('a star for an address', ancestors('*'), { embedder: 'http://93.184.215.14' }),
  shown('a scheme for an address', ancestors('http:'), { embedder: 'http://93.184.215.14' }),
  shown('the address itself', ancestors('http://93.184.215.14'), {
    embedder: 'http://93.184.215.14',
    stricter: NO_ADDRESSES,
  }),
  shown('the address on any port', ancestors('http://93.184.215.14:*'), {
    embedder: 'http://93.184.215.14',
    stricter: NO_ADDRESSES,
  }),
  barred('another address', ancestors('http://93.184.215.15'), { embedder: 'http://93.184.215.14' }),
  shown('any host for an address', ancestors('http://*'), { embedder: 'http://93.184.215.14' }),
];

const ofResponses: FrameCase[] = [
  barred('a page on http for a product on https', [], { scheme: 'http' }),
  barred('no content', [], { status: 204 }),
  barred('reset content', [], { status: 205 }),
  barred('a proxy that nobody uses wants a password', [], { status: 407 }),
  shown('a page that wants a password', [], { status: 401 }),
  shown('a page for nobody', [], { status: 403 }),
  shown('a page that is too busy', [], { status: 503 }),
  shown('a page that was made', [], { status: 201 }),
  shown('a part of a page', [], { status: 206 }),
  shown('a page that says it is missing', [], { status: 404 }),
  shown('a page that says it is broken', [], { status: 500 }),
  barred('a missing page that refuses', xfo('DENY'), { status: 404 }),
];

export const frameCases: readonly FrameCase[] = [
  ...ofFrameOptions,
  ...ofSources,
  ...ofOddSources,
  ...ofPolicies,
  ...ofOtherEmbedders,
  ...ofResponses,
  ...ofTypes,
  ...ofSniffing,
  ...ofDispositions,
  ...ofRefreshes,
  ...ofMetaRefreshes,
  ...ofScripts,
  ...ofLocations,
];
