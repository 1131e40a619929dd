import { expect, test } from 'vitest';
import { repairedLink } from './addresses.ts';

test.each([
  ['/a/tiny-piano-0123456789/', '/a/tiny-piano-0123456789'],
  ['/a/tiny-piano-0123456789.', '/a/tiny-piano-0123456789'],
  ['/a/tiny-piano-0123456789,', '/a/tiny-piano-0123456789'],
  ['/a/tiny-piano-0123456789)', '/a/tiny-piano-0123456789'],
  ['/a/tiny-piano-0123456789%22', '/a/tiny-piano-0123456789'],
  ['/a/tiny-piano-0123456789%E2%80%8B', '/a/tiny-piano-0123456789'],
  ['/a/tiny-%E2%80%8Bpiano-0123456789', '/a/tiny-piano-0123456789'],
  ['/a/tiny-piano-0123456789).%E2%80%9D', '/a/tiny-piano-0123456789'],
  ['/m/ada/?ref=chat', '/m/ada?ref=chat'],
  ['/feeds/new.xml/', '/feeds/new.xml'],
  ['/sitemap.xml/', '/sitemap.xml'],
  ['/badge/tiny-piano-0123456789.svg/', '/badge/tiny-piano-0123456789.svg'],
  ['/about/', '/about'],
  ['/)', '/'],
  ['/home?app=0b0e7f4e-9c0a-4b5e-8d52-3a4f0f9d3c11).', '/home?app=0b0e7f4e-9c0a-4b5e-8d52-3a4f0f9d3c11'],
  [
    '/home?app=0b0e7f4e-9c0a-4b5e-8d52-3a4f0f9d3c11%E2%80%8B',
    '/home?app=0b0e7f4e-9c0a-4b5e-8d52-3a4f0f9d3c11',
  ],
  ['/login?invitation=a_B-3.', '/login?invitation=a_B-3'],
  ['/login?invitation=a_B-3),', '/login?invitation=a_B-3'],
  ['/login?invitation=a_B-3/', '/login?invitation=a_B-3'],
  ['/login?invitation=a_B-3%29%2C', '/login?invitation=a_B-3'],
  ['/login?invitation=a_B-3%E3%80%82', '/login?invitation=a_B-3'],
  ['/login?lang=de&invitation=a_B-3%C2%BB.', '/login?lang=de&invitation=a_B-3'],
  // A repaired link never names another host.
  ['//evil.example/', '/evil.example'],
  ['/%5Cevil.example/', '/evil.example'],
  ['/%0d%0aset-cookie:x=1/', '/%0D%0Aset-cookie:x=1'],
])('repairs %s to %s', (url, link) => {
  expect(repairedLink(url)).toBe(link);
});

test.each([
  '/',
  '/home',
  '/a/tiny-piano-0123456789',
  '/submit?text=Look%20(new)!',
  '/?utm_source=chat.',
  '/home?app=x&deck=best',
  '/login?invitation=a_B-3&lang=de',
  '/login?invitation=a%5FB%2D3',
])('leaves %s unchanged', (url) => {
  expect(repairedLink(url)).toBeUndefined();
});
