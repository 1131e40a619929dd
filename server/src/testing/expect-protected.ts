import { expect } from 'vitest';

/** The whole policy, so that additions fail the test. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  'frame-src http: https:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
];
const DENIED = ['camera', 'microphone', 'geolocation', 'payment', 'usb'];

interface Expected {
  isSecure: boolean;
  framesApps?: boolean;
}

/** Expects the headers that every response has. HSTS is expected only with https. */
export function expectProtected(
  headers: Record<string, unknown>,
  { isSecure, framesApps = false }: Expected,
): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': framesApps ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Own pages get the full URL, which protects logout over plain http. Other sites get the origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-request-id': expect.any(String),
  });
  for (const feature of DENIED) expect(headers['permissions-policy']).toContain(`${feature}=()`);
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
  // It would block framed apps.
  expect(headers['cross-origin-embedder-policy']).toBeUndefined();
  const parts = String(headers['content-security-policy']).split(';');
  expect(parts.map((part) => part.trim())).toEqual(POLICY);
  const https = headers['strict-transport-security'];
  if (isSecure) expect(https).toContain('max-age=31536000');
  else expect(https).toBeUndefined();
}
