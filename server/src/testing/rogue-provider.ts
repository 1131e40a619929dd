import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

type Path = '/.well-known/openid-configuration' | '/jwks' | '/token' | '/me';

export interface RogueProvider {
  issuer: string;
  /** Claims of tokens and userinfo, valid or not. */
  claims: Record<string, unknown>;
  userInfo: Record<string, unknown>;
  /** Algorithm that tokens name. They are signed with RS256, except for `none`. */
  algorithm: string;
  /** Replaces the response of a path. */
  answers: Partial<Record<Path, (response: ServerResponse) => void>>;
  /** Returns the callback address without a prompt. */
  visit(url: string): URL;
  close(): Promise<void>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts an OpenID provider on loopback that can violate the protocol. Real ones refuse to. */
export async function startRogueProvider(clientId: string): Promise<RogueProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  let nonce: string | null = null;

  const idToken = () => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer, aud: clientId, iat, exp: iat + 600, nonce, ...rogue.claims };
    const signed = `${encode({ alg: rogue.algorithm, kid: 'only' })}.${encode(claims)}`;
    if (rogue.algorithm === 'none') return `${signed}.`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  const documents: Record<Path, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'only' }],
    }),
    '/token': () => ({ access_token: 'any', token_type: 'Bearer', id_token: idToken() }),
    '/me': () => ({ sub: rogue.claims['sub'], ...rogue.userInfo }),
  };
  server.on('request', ({ url }, response) => {
    const path = url as Path;
    response.setHeader('content-type', 'application/json');
    const answer = rogue.answers[path];
    if (answer) answer(response);
    else response.end(JSON.stringify(documents[path]()));
  });

  const rogue: RogueProvider = {
    issuer,
    claims: { sub: 'anybody' },
    userInfo: {},
    algorithm: 'RS256',
    answers: {},
    visit(url) {
      const { searchParams } = new URL(url);
      nonce = searchParams.get('nonce');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'any', state: searchParams.get('state') ?? '' }).toString();
      return back;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return rogue;
}
