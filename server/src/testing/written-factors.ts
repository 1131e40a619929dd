import { Secret, TOTP } from 'otpauth';
import { sealSecret } from '../features/factors/authenticator.ts';
import { markOf } from '../features/factors/secret-key-mark.ts';
import { sealSetup } from '../features/totp/setup.ts';
import { keyFrom } from '../start/secret-key.ts';
import { TEST_SECRET_KEY } from './server-process.ts';

interface Marked {
  mark: string;
}

const secretKey = keyFrom(TEST_SECRET_KEY);
const secret = new Secret();

/** The secret is encrypted for its owner, as the server does it. */
const insertAuthenticator = ({ mark }: Marked) => `
  INSERT INTO secret_key_mark (mark) VALUES ('${markOf(secretKey)}') ON CONFLICT DO NOTHING;
  INSERT INTO totp_secrets (user_id, secret, key_mark, confirmed_at, last_step)
    VALUES (:mark, '\\x${sealSecret(secretKey, mark, secret.base32).toString('hex')}', '${markOf(secretKey)}', now(), 0);
  UPDATE sessions SET has_factor = true WHERE user_id = :mark;`;

const hasAuthenticator = 'EXISTS (SELECT FROM totp_secrets WHERE user_id = :mark)';
const hasRecoveryCodes = 'EXISTS (SELECT FROM recovery_codes WHERE user_id = :mark)';

/** Writing routes of authenticator apps and recovery codes. */
export const writtenFactors = {
  turnOnTotp: {
    body: ({ mark }: Marked) => ({
      setup: sealSetup(secretKey, secret.base32, { userId: mark, now: new Date() }),
      code: new TOTP({ secret }).generate(),
    }),
    stored: `${hasAuthenticator} AND ${hasRecoveryCodes}`,
  },
  turnOffTotp: { before: insertAuthenticator, stored: `NOT ${hasAuthenticator}` },
  renewRecoveryCodes: { before: insertAuthenticator, stored: hasRecoveryCodes },
};

/** Writing routes of authenticator apps that the ledger does not call, with the reason. */
export const unmarkedFactors = { startTotp: 'Stores nothing.' };
