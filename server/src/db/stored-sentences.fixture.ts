/** Sentences about frames of 0.1.0, with their values since 0.2.0. */
export const frameSentences: readonly (readonly [sentence: string, reason: object])[] = [
  ['It leads to an address that is not http or https', { code: 'not_http' }],
  ['It leads to an address with a user name or password', { code: 'has_credentials' }],
  ['It leads to a port other than 80 and 443', { code: 'port_refused' }],
  ['Its address is not public', { code: 'not_public' }],
  ['Its name is not known', { code: 'name_not_found' }],
  ['Nobody answers at its address', { code: 'connection_failed' }],
  ['Its certificate is not valid', { code: 'bad_tls' }],
  ['It does not answer as a web page does', { code: 'bad_response' }],
  ['It leads to an address that cannot be read', { code: 'bad_redirect' }],
  ['It leads from address to address without end', { code: 'too_many_redirects' }],
  ['It does not answer in time', { code: 'timed_out' }],
  ['It leads to this site', { code: 'own_site' }],
  ['The page is not on https', { code: 'not_https' }],
  ['It answers as a proxy does (status 407)', { code: 'proxy_authentication' }],
  ['Content-Disposition says several things at once', { code: 'disposition_conflict' }],
  ['The page is a download', { code: 'attachment' }],
  ['X-Frame-Options says several things at once', { code: 'frame_options_conflict' }],
  ['It answers with status 410', { code: 'bad_status', status: 410 }],
  ['The page is empty (status 204)', { code: 'no_content', status: 204 }],
  ['The page is a download (type application/zip)', { code: 'download', type: 'application/zip' }],
  ['The page is a download (type unknown)', { code: 'download', type: null }],
  ['X-Frame-Options: deny', { code: 'frame_options', value: 'deny' }],
  ['X-Frame-Options: sameorigin', { code: 'frame_options', value: 'sameorigin' }],
  [
    "Content-Security-Policy: frame-ancestors 'self' https://*.example.com",
    { code: 'frame_ancestors', sources: ["'self'", 'https://*.example.com'] },
  ],
  ['Content-Security-Policy: frame-ancestors ', { code: 'frame_ancestors', sources: [] }],
  ['Its host is blocked here (evil.example.net)', { code: 'host_blocked', host: 'evil.example.net' }],
  [
    'It leads to a host that is blocked here (evil.example.net)',
    { code: 'landing_blocked', host: 'evil.example.net' },
  ],
];

/** Sentences about lost check marks of 0.1.0, with their values since 0.2.0. */
export const lossSentences: readonly (readonly [sentence: string, loss: object])[] = [
  [
    'Neither the page nor the file on maker.example.com:8080 has the token any more',
    { code: 'missing', host: 'maker.example.com:8080' },
  ],
  ['maker.example.com leads to another host', { code: 'other_host', host: 'maker.example.com' }],
  [
    'Nobody could be reached at maker.example.com for seven days',
    { code: 'unreachable', host: 'maker.example.com' },
  ],
  ['Its address has changed', { code: 'moved' }],
];

/** Texts that no version has written. */
export const unknownTexts = [
  'It answers with status 40x',
  'The page is a download (type a b)',
  'X-Frame-Options: allow-from x',
  'Nobody answers at its address.',
  'It leads to "a\\b"\nand on',
  'suspension',
  '',
];
