import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodCertificate, testAuthority } from '../testing/certificates.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../testing/small-internet.ts';
import { answerCases } from './frame-case.fixture.ts';
import { frameCases } from './frame-cases.fixture.ts';
import { frameVerdict } from './frame-verdict.ts';

const trusted = getCACertificates();
let net: SmallInternet;
beforeAll(async () => {
  setDefaultCACertificates([...trusted, testAuthority]);
  net = await openSmallInternet();
  for (const host of ['page', 'other'])
    net.names.set(`${host}.example.com`, [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, answerCases(frameCases));
  await net.servePage(`${PUBLIC_ADDRESS}:443`, answerCases(frameCases), goodCertificate);
});
afterAll(async () => {
  await net.close();
  setDefaultCACertificates(trusted);
});

test('covers enough cases of both results, with unique names', () => {
  expect(frameCases.length).toBeGreaterThanOrEqual(300);
  expect(new Set(frameCases.map(({ name }) => name)).size).toBe(frameCases.length);
  expect(new Set(frameCases.map(({ isFramed }) => isFramed)).size).toBe(2);
});

test.each(frameCases.map((one, number) => ({ ...one, number })))(
  '$name: framed $isFramed',
  async ({ number, scheme, embedder, isFramed, stricter }) => {
    const { page } = await net.fetchWith({}, { totalMs: 30_000 })(`${scheme}://page.example.com/${number}`);
    const verdicts = page ? [...page.passed, page].map((shown) => frameVerdict(shown, embedder)) : [];
    const isFine = verdicts.length > 0 && verdicts.every(({ status }) => status === 'ok');
    expect(isFine).toBe(isFramed && stricter === undefined);
    for (const { status, reason } of verdicts) expect(reason === null).toBe(status === 'ok');
  },
);
