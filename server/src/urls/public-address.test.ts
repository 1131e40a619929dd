import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, isPublicHost } from './public-address.ts';

describe('isPublicAddress', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.1',
    '168.63.129.17',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ['192.168.0.1', '169.254.169.254', '100.64.0.1', '100.127.255.255', '100.100.100.200', '168.63.129.16'],
    ['192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
    ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ['::', '::1', '::8.8.8.8', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:0:8.8.8.8', '::7f00:1'],
    ['64:ff9b::8.8.8.8', '64:ff9b:1::8.8.8.8', '2002:808:808::1', '2001::1', '2001:0:808:808::1'],
    ['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1', '5f00::1'],
    ['2001:db8::1', '2001:10::1', '2001:20::1', '3fff::1', '4000::1', 'e000::1'],
    ['2606:4700:4700::1111%eth0', 'example.com', '', '8.8.8.8.', ' 8.8.8.8', '8.8.8.8/32'],
  ])('rejects %s and similar addresses', (...addresses) => {
    for (const address of addresses) expect.soft(isPublicAddress(address), address).toBe(false);
  });

  test('rejects each spelling of a private IPv4 address within an IPv6 address', () => {
    const prefixes = [
      '::',
      '::ffff:',
      '::ffff:0:',
      '64:ff9b::',
      '64:ff9b:1::',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), fc.ipV4(), (prefix, address) => {
        expect(isPublicAddress(`${prefix}${address}`)).toBe(false);
      }),
      { seed: 1 },
    );
  });
});

describe('notations', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const privateAddress = fc.oneof(
    fc.tuple(fc.constant(127), octet, octet, octet),
    fc.tuple(fc.constant(10), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(0), octet, octet, octet),
  );
  /** A number in decimal, hexadecimal or octal notation, with leading zeros. */
  const spelling = fc.constantFrom(
    (part: number) => String(part),
    (part: number) => `0x${part.toString(16)}`,
    (part: number) => `0X000${part.toString(16).toUpperCase()}`,
    (part: number) => `0${part.toString(8)}`,
  );
  const disguise = fc.constantFrom(
    (text: string) => text,
    (text: string) => `${text}.`,
    (text: string) => text.replaceAll('.', '。'),
    (text: string) => text.replaceAll('.', '%2e'),
    (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  );

  test('are all refused for a private IPv4 address in a URL', () => {
    fc.assert(
      fc.property(
        privateAddress,
        fc.array(spelling, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        disguise,
        (octets, spellings, parts, hide) => {
          const rest = octets.slice(parts - 1).reduce((sum, part) => sum * 256 + part, 0);
          const numbers = [...octets.slice(0, parts - 1), rest];
          const text = numbers.map((part, index) => spellings[index]?.(part)).join('.');
          const url = URL.parse(`http://${hide(text)}/`);
          expect(url?.hostname).toBe(octets.join('.'));
          expect(isPublicHost(url?.hostname ?? '')).toBe(false);
        },
      ),
      { numRuns: 2_000, seed: 1 },
    );
  });
});

describe('isPublicHost', () => {
  test.each(['example.com', 'a_b.example.com', 'xn--bcher-kva.example', '8.8.8.8', '[2606:4700::1111]'])(
    'accepts %s',
    (hostname) => expect(isPublicHost(hostname)).toBe(true),
  );

  test.each([
    '',
    '.',
    'com',
    'localhost',
    'a..com',
    '.example.com',
    'example.com.',
    '-a.example.com',
    'x.local',
    'x.internal',
    'x.localhost',
    'router.lan',
    'x.home.arpa',
    'x.test',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    '127.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
  ])('rejects %j', (hostname) => expect(isPublicHost(hostname)).toBe(false));
});
