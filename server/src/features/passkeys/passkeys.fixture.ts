import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  type Assertion,
  enrolmentOptions,
  enrolPasskey,
  signInOptions,
  signInWithPasskey,
} from '@zapdeck/contract/sign-in/passkeys';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { CallResult, Person, TestApp } from '../../testing/test-app.ts';

type Attestation = BodyOf<typeof enrolPasskey>;

const PRESENT = 0x01;
const VERIFIED = 0x04;
const CAN_SYNC = 0x08;
const HAS_KEY = 0x40;

/** False parts of an answer. */
export interface Forgery {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** The key of another passkey signs. */
  key?: KeyObject;
  attestation?: { fmt: string; attStmt: Map<string, string | Uint8Array[] | number> };
}

interface StoredKey {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  userHandle: string;
}

export interface Authenticator {
  keys: StoredKey[];
  create(options: ResponseOf<typeof enrolmentOptions>, forged?: Forgery): Attestation;
  /** Signs with the last key. */
  sign(options: ResponseOf<typeof signInOptions>, forged?: Forgery): Assertion;
}

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'buffer');
const encoded = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

function uint(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** Returns the P-256 key in the form of COSE (RFC 9053, 7.1.1). */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
  const key = new Map<number, number | Uint8Array>();
  for (const [label, value] of [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ] as const)
    key.set(label, value);
  return isoCBOR.encode(key);
}

/**
 * Returns an authenticator in software, as a phone or a security key is one in hardware. With `counts`, each answer has a
 * higher counter than the last one. Without, it is always 0, as with synced passkeys.
 */
export function authenticator(origin: string, { counts = true } = {}): Authenticator {
  const keys: StoredKey[] = [];
  let counter = 0;

  const clientData = (type: string, challenge: string, forged: Forgery) =>
    JSON.stringify({
      type: forged.type ?? type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? origin,
      crossOrigin: false,
    });

  const authenticatorData = (rpId: string, flags: number, forged: Forgery, keyData: Uint8Array[] = []) => {
    counter += counts ? 1 : 0;
    const { isPresent = true, isVerified = true } = forged;
    const present = (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0) | (counts ? 0 : CAN_SYNC);
    const head = [sha256(forged.rpId ?? rpId), Buffer.of(flags | present)];
    return Buffer.concat([...head, uint(forged.counter ?? counter, 4), ...keyData]);
  };

  return {
    keys,
    create({ challenge, rp, user }, forged = {}) {
      const credentialId = randomBytes(32);
      const id = encoded(credentialId);
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      keys.push({ id, privateKey, publicKey, userHandle: user.id });
      const made = [Buffer.alloc(16), uint(credentialId.length, 2), credentialId, coseKey(publicKey)];
      const authData = authenticatorData(rp.id, HAS_KEY, forged, made);
      const { fmt, attStmt } = forged.attestation ?? { fmt: 'none', attStmt: new Map() };
      const object = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]);
      const attestationObject = encoded(isoCBOR.encode(object as never));
      const clientDataJSON = encoded(clientData('webauthn.create', challenge, forged));
      const response = { clientDataJSON, attestationObject, transports: ['internal'] };
      return { id, rawId: id, type: 'public-key', response };
    },
    sign({ challenge, rpId }, forged = {}) {
      const key = keys.at(-1);
      if (!key) throw new Error('There is no passkey on this device');
      const client = clientData('webauthn.get', challenge, forged);
      const data = authenticatorData(rpId, 0, forged);
      const signed = Buffer.concat([data, sha256(client)]);
      const signature = sign('sha256', signed, forged.key ?? key.privateKey);
      const response = {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
        userHandle: forged.userHandle === undefined ? key.userHandle : forged.userHandle,
      };
      return { id: key.id, rawId: key.id, type: 'public-key', response };
    },
  };
}

/** Calls about passkeys, as a browser with this authenticator makes them. */
export function passkeyFixture(t: TestApp) {
  const device = (options?: { counts: boolean }) => authenticator(t.deps.config.publicUrl, options);
  const enrol = async (person: Person, on: Authenticator, forged: Forgery = {}) => {
    const { body } = await t.call(enrolmentOptions, {}, person);
    return t.call(enrolPasskey, { body: on.create(body, forged) }, person);
  };
  const signIn = async (
    on: Authenticator,
    forged: Forgery = {},
    from?: Person,
  ): Promise<CallResult<ResponseOf<typeof signInWithPasskey>>> => {
    const { body } = await t.call(signInOptions, {}, from);
    return t.call(signInWithPasskey, { body: on.sign(body, forged) }, from);
  };
  return { device, enrol, signIn };
}
