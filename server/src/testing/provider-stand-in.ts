import { once } from 'node:events';
import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';

interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
  picture?: string;
  /** Groups of the person, or something else that a provider might send. */
  groups?: unknown;
}

export interface ProviderStandIn {
  issuer: string;
  person: Claims;
  /** How the person signs in at the provider, such as `['pwd', 'mfa']`. */
  amr: string[] | undefined;
  /** Publishes keys that do not match its signatures. */
  hasForeignKeys: boolean;
  /** Follows redirects and returns the callback address. */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

interface ProviderOptions {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'only' };
}

function memory(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    return {
      upsert: async (id, payload) => void kept.set(keyOf(id), payload),
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => [...kept.values()].find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = kept.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}

const LIFETIME_S = 600;

/** Starts a certified OpenID provider on loopback that signs everyone in. */
export async function startProvider(options: ProviderOptions): Promise<ProviderStandIn> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    adapter: memory(),
    ttl: {
      AccessToken: LIFETIME_S,
      AuthorizationCode: LIFETIME_S,
      Grant: LIFETIME_S,
      IdToken: LIFETIME_S,
      Interaction: LIFETIME_S,
      Session: LIFETIME_S,
    },
    pkce: { required: () => true },
    jwks: { keys: [newKey()] },
    cookies: { keys: ['for the tests alone'] },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'picture', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ ...standIn.person, sub }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: options.clientId,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const foreignKeys = JSON.stringify({
    keys: [newKey()].map(({ kty, n, e, use, alg, kid }) => ({ kty, n, e, use, alg, kid })),
  });
  server.on('request', (request, response) => {
    if (request.url === '/jwks' && standIn.hasForeignKeys) {
      response.setHeader('content-type', 'application/json').end(foreignKeys);
    } else if (request.url?.startsWith('/interaction/')) {
      void provider.interactionFinished(request, response, {
        login: { accountId: standIn.person.sub, ...(standIn.amr && { amr: standIn.amr }) },
      });
    } else void answer(request, response);
  });

  const standIn: ProviderStandIn = {
    issuer,
    person: { sub: 'nobody' },
    amr: undefined,
    hasForeignKeys: false,
    async visit(url) {
      const cookies = new Map<string, string>();
      let next = new URL(url);
      while (next.origin === issuer) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${next.href}: ${response.status} ${await response.text()}`);
        next = new URL(location, next);
      }
      return next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}
