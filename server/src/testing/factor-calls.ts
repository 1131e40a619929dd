import { Secret, TOTP } from 'otpauth';
import { sealSecret } from '../features/factors/authenticator.ts';
import { markOf } from '../features/factors/secret-key-mark.ts';
import { sealSetup } from '../features/totp/setup.ts';
import { keyFrom } from '../start/secret-key.ts';
import { type ExampleCalls, none, type Stage } from './example-call.ts';
import { TEST_SECRET_KEY } from './server-process.ts';
import { TEST_PASSWORD } from './test-app.ts';

const secretKey = keyFrom(TEST_SECRET_KEY);
const secret = new Secret();

/** SQL that inserts an authenticator. The secret is encrypted for its owner, as the server does it. */
const authenticatorOf = (userId: string) => `
  INSERT INTO secret_key_mark (mark) VALUES ('${markOf(secretKey)}') ON CONFLICT DO NOTHING;
  INSERT INTO totp_secrets (user_id, secret, key_mark, confirmed_at, last_step)
    VALUES (:mark, '\\x${sealSecret(secretKey, userId, secret.base32).toString('hex')}', '${markOf(secretKey)}', now(), 0);
  UPDATE sessions SET has_factor = true WHERE user_id = :mark;`;
const hasAuthenticator = 'EXISTS (SELECT FROM totp_secrets WHERE user_id = :mark)';
const hasRecoveryCodes = 'EXISTS (SELECT FROM recovery_codes WHERE user_id = :mark)';

const insertPasskey = `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced)
  VALUES (:mark, :mark, :mark, 'key', 0, '{}', false);`;
const needsDevice = 'Needs the signature of a device.';
const TEXT = 'a'.repeat(43);
const CLIENT_DATA = Buffer.from(JSON.stringify({ challenge: TEXT })).toString('base64url');
const credential = { id: TEXT, rawId: TEXT, type: 'public-key' } as const;

/** Calls about proofs, authenticator apps, recovery codes and passkeys. The challenges of passkeys were never issued. */
export const factorCalls = ({ userId, reportId }: Stage) =>
  ({
    pendingSignIn: { refused: 'sign_in_expired' },
    waysToProve: none,
    prove: {
      before: 'UPDATE sessions SET proved_at = NULL WHERE user_id = :mark;',
      body: { password: TEST_PASSWORD },
      stored: 'EXISTS (SELECT FROM sessions WHERE user_id = :mark AND proved_at IS NOT NULL)',
    },
    totpStatus: none,
    startTotp: { unmarked: 'Stores nothing.' },
    // Encrypted with the key of the ledger's nodes. Others refuse it.
    turnOnTotp: {
      refused: 'totp_setup_expired',
      body: {
        setup: sealSetup(secretKey, secret.base32, { userId, now: new Date() }),
        code: new TOTP({ secret }).generate(),
      },
      stored: `${hasAuthenticator} AND ${hasRecoveryCodes}`,
    },
    turnOffTotp: { before: authenticatorOf(userId), stored: `NOT ${hasAuthenticator}` },
    renewRecoveryCodes: { refused: 'totp_off', before: authenticatorOf(userId), stored: hasRecoveryCodes },
    factorRequirement: none,
    requireFactor: {
      refused: 'own_factor_needed',
      body: { isRequired: true },
      unmarked: 'Takes the rights of the admins whose routes are called concurrently.',
    },
    listPasskeys: none,
    enrolmentOptions: {
      stored: 'EXISTS (SELECT FROM passkey_challenges JOIN sessions USING (sid) WHERE user_id = :mark)',
    },
    enrolPasskey: {
      refused: 'passkey_expired',
      body: { ...credential, response: { clientDataJSON: CLIENT_DATA, attestationObject: TEXT } },
      unmarked: needsDevice,
    },
    renamePasskey: {
      refused: 'passkey_not_found',
      params: { id: reportId },
      before: insertPasskey,
      body: { name: 'My phone' },
      stored: `EXISTS (SELECT FROM passkeys WHERE id = :mark AND name = 'My phone')`,
    },
    removePasskey: {
      refused: 'passkey_not_found',
      params: { id: reportId },
      before: `${insertPasskey} UPDATE sessions SET has_factor = true WHERE user_id = :mark;`,
      stored: 'NOT EXISTS (SELECT FROM passkeys WHERE id = :mark)',
    },
    proofOptions: { unmarked: 'Stores a challenge, like enrolmentOptions.' },
    signInOptions: { unmarked: 'A challenge is random: a 503 leaves nothing to look for.' },
    signInWithPasskey: {
      refused: 'passkey_expired',
      body: {
        ...credential,
        response: {
          clientDataJSON: CLIENT_DATA,
          authenticatorData: TEXT,
          signature: TEXT,
          userHandle: TEXT,
        },
      },
      unmarked: needsDevice,
    },
  }) satisfies Partial<ExampleCalls>;
