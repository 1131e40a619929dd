import { describe, expect, test } from 'vitest';
import { ownDomainOf } from '../../../urls/host-rules.ts';
import { normaliseAppUrl, type UrlRules } from './url-rules.ts';

const rules: UrlRules = {
  publicUrl: 'https://zaps.example.org',
  demoUrl: 'https://zaps.example.org:3001',
  allowsPrivateUrls: false,
};

describe('normaliseAppUrl', () => {
  test.each([
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['https://example.com:443/a/../b?q=1#part', 'https://example.com/b?q=1#part'],
    ['https://example.com./x', 'https://example.com/x'],
    ['https://example.com/#', 'https://example.com/'],
    ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://8.8.8.8../', 'http://8.8.8.8/'],
    ['http://example.com:443/', 'http://example.com:443/'],
    ['https://zaps.example.org:3001/tiny-piano/', 'https://zaps.example.org:3001/tiny-piano/'],
  ])('turns %s into %s', (given, stored) => {
    expect(normaliseAppUrl(given, rules)).toBe(stored);
  });
});

describe('normaliseAppUrl rejects', () => {
  test.each([
    'not a url',
    'ftp://example.com/',
    'javascript:alert(1)',
    'data:text/html,hi',
    'https://user:pass@example.com/',
    'https://user@example.com/',
    `https://example.com/${'a'.repeat(2_048)}`,
    'http://localhost/',
    'http://intranet/',
    'http://printer.local/',
    'http://db.internal/',
    'http://x.localhost/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://127.0.0.1../',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://./',
    'http://a..example.com/',
    'http://example.com:8080/',
    'https://example.com:22/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://100.64.0.1/',
    'http://168.63.129.16/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::8.8.8.8]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'https://zaps.example.org/',
    'https://zaps.example.org:8443/',
    'https://zaps.example.org./',
    'https://below.zaps.example.org/',
    'https://example.org/',
    'https://other.example.org/',
  ])('%s', (given) => {
    expect(() => normaliseAppUrl(given, rules)).toThrow(
      expect.objectContaining({ code: 'invalid_input', fields: { url: expect.any(String) } }),
    );
  });
});

test('normaliseAppUrl accepts private addresses if the operator allows them, but never Zapdeck’s own site', () => {
  const lenient = { ...rules, allowsPrivateUrls: true };
  expect(normaliseAppUrl('http://192.168.1.1:8080/', lenient)).toBe('http://192.168.1.1:8080/');
  expect(normaliseAppUrl('http://intranet/', lenient)).toBe('http://intranet/');
  expect(() => normaliseAppUrl('https://zaps.example.org/', lenient)).toThrow();
});

test('normaliseAppUrl rejects subdomains of Zapdeck’s own host, even without a registrable domain', () => {
  const local = { publicUrl: 'http://localhost:3000', demoUrl: undefined, allowsPrivateUrls: true };
  expect(() => normaliseAppUrl('http://app.localhost/', local)).toThrow();
  expect(normaliseAppUrl('http://127.0.0.1:5000/', local)).toBe('http://127.0.0.1:5000/');
});

test.each([
  ['https://zaps.example.org', 'example.org'],
  ['https://zaps.github.io', 'zaps.github.io'],
  ['http://localhost:3000', 'localhost'],
  ['http://192.168.1.5:3000', '192.168.1.5'],
])('ownDomainOf %s returns %s', (publicUrl, domain) => {
  expect(ownDomainOf({ ...rules, publicUrl })).toBe(domain);
});

test('normaliseAppUrl accepts another host under a public suffix', () => {
  const onSharedSuffix = { ...rules, publicUrl: 'https://zaps.github.io', demoUrl: undefined };
  expect(normaliseAppUrl('https://other.github.io/', onSharedSuffix)).toBe('https://other.github.io/');
});
