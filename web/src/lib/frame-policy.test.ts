import { expect, test } from 'vitest';
import { canFrame, FRAME_SANDBOX, frameAllow, hostOf } from './frame-policy.ts';

const site = { domain: 'zapdeck.test', demoOrigin: 'http://zapdeck.test:3001' };
const http = new URL('http://zapdeck.test:3000/home');
const https = new URL('https://zapdeck.test/home');

test.each([
  ['http://apps.test/', 'ok', http, true],
  ['http://apps.test/', 'unknown', http, true],
  ['http://apps.test/', 'refused', http, false],
  ['http://apps.test/', 'unreachable', http, false],
  ['http://zapdeck.test:3000/profile', 'ok', http, false],
  ['http://zapdeck.test:3001/tiny-piano/', 'ok', http, true],
  ['http://zapdeck.test:3001/tiny-piano/', 'refused', http, false],
  ['http://zapdeck.test:3002/', 'ok', http, false],
  ['http://zapdeck.test.:3002/', 'ok', http, false],
  ['http://below.zapdeck.test/', 'ok', http, false],
  ['http://nozapdeck.test/', 'ok', http, true],
  ['https://zapdeck.test:443/', 'ok', https, false],
  ['http://apps.test/', 'ok', https, false],
  ['https://apps.test/', 'ok', https, true],
  ['https://me:secret@apps.test/', 'ok', https, false],
  ['javascript:alert(1)', 'ok', https, false],
  ['data:text/html,hello', 'ok', https, false],
  ['not an address', 'ok', https, false],
] as const)('canFrame of %s (%s) on %s returns %s', (url, frameStatus, own, framed) => {
  expect(canFrame({ url, frameStatus }, own, site)).toBe(framed);
});

test.each([
  ['https://example.org/', { domain: 'example.org', demoOrigin: null }, false],
  ['https://other.example.org/', { domain: 'example.org', demoOrigin: null }, false],
  ['https://example.org.evil.test/', { domain: 'example.org', demoOrigin: null }, true],
  ['https://zaps.example.org:8443/', { domain: null, demoOrigin: null }, false],
  ['https://below.zaps.example.org/', { domain: null, demoOrigin: null }, false],
  ['https://zaps.example.org/', { domain: 'example.org', demoOrigin: 'https://zaps.example.org' }, false],
])('canFrame of %s on https://zaps.example.org with the site %o returns %s', (url, known, framed) => {
  const own = new URL('https://zaps.example.org/home');
  expect(canFrame({ url, frameStatus: 'ok' }, own, known)).toBe(framed);
});

test('the sandbox prevents navigation of our page and modal dialogs', () => {
  expect(FRAME_SANDBOX.split(' ')).toEqual([
    'allow-scripts',
    'allow-same-origin',
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-pointer-lock',
    'allow-orientation-lock',
    'allow-presentation',
  ]);
});

test('only the current frame may autoplay, and none may use camera, microphone or location', () => {
  expect(frameAllow(false).split('; ')).toEqual([
    'fullscreen',
    'gamepad',
    'accelerometer',
    'gyroscope',
    'clipboard-write',
    'web-share',
    'picture-in-picture',
    "media-playback-while-not-visible 'none'",
  ]);
  expect(frameAllow(true)).toBe(`${frameAllow(false)}; autoplay`);
});

test('hostOf removes www', () => {
  expect(hostOf('https://www.example.org:8443/x')).toBe('example.org:8443');
});
