const insertPasskey = `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced)
  VALUES (:mark, :mark, :mark, 'key', 0, '{}', false);`;
const hasChallenge =
  'EXISTS (SELECT FROM passkey_challenges JOIN sessions USING (sid) WHERE user_id = :mark)';

/** Writing routes of passkeys that need no answer of a device. */
export const writtenPasskeys = {
  enrolmentOptions: { stored: hasChallenge },
  renamePasskey: {
    before: insertPasskey,
    body: () => ({ name: 'Marked' }),
    stored: `EXISTS (SELECT FROM passkeys WHERE id = :mark AND name = 'Marked')`,
  },
  removePasskey: {
    before: `${insertPasskey} UPDATE sessions SET has_factor = true WHERE user_id = :mark;`,
    stored: 'NOT EXISTS (SELECT FROM passkeys WHERE id = :mark)',
  },
};

const needsDevice = 'Needs the signature of a device.';

/** Writing routes of passkeys that the ledger does not call, with the reason. */
export const unmarkedPasskeys = {
  enrolPasskey: needsDevice,
  signInWithPasskey: needsDevice,
  proofOptions: 'Stores a challenge, like enrolmentOptions.',
  signInOptions: 'A challenge is random: a 503 leaves nothing to look for.',
};

const TEXT = 'a'.repeat(43);
const CLIENT_DATA = Buffer.from(JSON.stringify({ challenge: TEXT })).toString('base64url');
const credential = { id: TEXT, rawId: TEXT, type: 'public-key' } as const;

/** Valid inputs for the endpoints of passkeys. Their challenges were never issued. */
export const passkeyCalls = (id: string) => ({
  listPasskeys: {},
  enrolmentOptions: {},
  enrolPasskey: {
    refused: 'passkey_expired',
    body: { ...credential, response: { clientDataJSON: CLIENT_DATA, attestationObject: TEXT } },
  },
  renamePasskey: { refused: 'passkey_not_found', params: { id }, body: { name: 'My phone' } },
  removePasskey: { refused: 'passkey_not_found', params: { id } },
  proofOptions: {},
  signInOptions: {},
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
  },
});
