import { expect, test } from 'vitest';
import { networksOf, wideNetworkOf } from './networks.ts';

const namesOf = (address: string) => networksOf(address).map(({ name }) => name);

test('an IPv6 address is counted by its /64, /56 and /48', () => {
  expect(namesOf('2001:db8:1:2345:6:7:8:9')).toEqual([
    '2001:db8:1:2345::/64',
    '2001:db8:1:2300::/56',
    '2001:db8:1::/48',
  ]);
  expect(networksOf('2001:db8::1').map(({ limitFactor }) => limitFactor)).toEqual([1, 2, 8]);
});

test.each([
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  ['192.0.2.999', 'unknown'],
  ['a'.repeat(250), 'unknown'],
  ['b'.repeat(250), 'unknown'],
])('counts a caller at %j as %s', (address, network) => {
  expect(namesOf(address)).toEqual([network]);
});

test.each([
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:DB8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0::7', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[fe80::1%25eth0]:80', 'fe80:0:0:0::/64'],
])('the smallest network of %j is %s', (address, network) => {
  expect(namesOf(address)[0]).toBe(network);
});

test.each([
  ['192.0.2.200', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('the wide network of %j is %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network);
});
