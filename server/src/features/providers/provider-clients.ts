import { Email, NAME_MAX } from '@zapdeck/contract/sign-in/auth';
import type { ProviderId, SignInProblem } from '@zapdeck/contract/sign-in/providers';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import { looksLikeOperator } from '@zapdeck/contract/instance/operator-names';
import { hasMark, isVisible, readableLine } from '@zapdeck/contract/wire/readable';
import type { Configuration, UserInfoResponse } from 'openid-client';
import type { Config, ProviderConfig } from '../../config.ts';
import type { Identity } from './identity.ts';
import { type ClaimFault, findClaim, readRoleClaim, usedFactor } from './role-claim.ts';
import type { SignInSecrets } from './sign-in-attempts.ts';

const RESPONSE_TIMEOUT_S = 5;
const RESPONSE_MAX_BYTES = 256 * 1024;

class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge';
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > RESPONSE_MAX_BYTES)
      throw new ResponseTooLarge(`an answer of more than ${RESPONSE_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_S * 1_000) });
  return response.body === null ? response : new Response(await readBounded(response.body), response);
}

const DISCOVERY_KEPT_MS = 3_600_000;
const PICTURE_URL_MAX = 2_048;
/** OpenID Connect Core, section 2. Valid subjects are stored unchanged. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const SCOPE = 'openid email profile';
const noRoles = { values: [], fault: null };

export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, cause?: unknown) {
    super(`sign-in through a provider: ${problem}`, { cause });
    this.problem = problem;
  }
}

type Visit = Pick<SignInSecrets, 'returnTo' | 'invitationHash' | 'sid'>;

interface Arrived {
  identity: Identity;
  claimFault: ClaimFault | null;
}

interface ProviderClient {
  /** Returns the provider's URL, and secrets to verify the callback. Throws SignInFailure. */
  begin(visit: Visit): Promise<{ url: string; secrets: SignInSecrets }>;
  finish(answer: URL, secrets: SignInSecrets): Promise<Arrived>;
}

const library = () => import('openid-client');

const NETWORK_ERRORS = new Set(['fetch failed', 'terminated']);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, status } = error as Error & { code?: string; status?: number };
  if (code === 'OAUTH_TIMEOUT' || error.name === 'TimeoutError' || NETWORK_ERRORS.has(error.message))
    return true;
  if (error instanceof ResponseTooLarge) return true;
  if (status !== undefined && status >= 500) return true;
  if (cause instanceof Response && cause.status >= 500) return true;
  return isUnavailable(cause);
}

function problemOf(error: unknown): SignInProblem {
  if (isUnavailable(error)) return 'provider_unavailable';
  const isRefusal = error instanceof Error && (error as { error?: string }).error === 'access_denied';
  return isRefusal ? 'cancelled' : 'failed';
}

function personNameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const name = cutText(readableLine(claim.toWellFormed()), NAME_MAX);
  return isVisible(name) && !hasMark(name) && !looksLikeOperator(name) ? readableLine(name) : null;
}

function namesOf(about: Partial<UserInfoResponse>): Pick<Identity, 'firstName' | 'lastName'> {
  const firstName = personNameOf(about.given_name ?? about.name);
  const lastName = personNameOf(about.family_name);
  return looksLikeOperator(`${firstName ?? ''} ${lastName ?? ''}`)
    ? { firstName: null, lastName: null }
    : { firstName, lastName };
}

function pictureClaimOf(claim: unknown): string | null {
  if (typeof claim !== 'string' || claim.length > PICTURE_URL_MAX || !URL.canParse(claim)) return null;
  const url = new URL(claim);
  return url.protocol === 'https:' ? url.href : null;
}

function subjectClaimOf(claim: string): string {
  if (!SUBJECT.test(claim)) throw new Error('the subject is not 1 to 255 ASCII characters');
  return claim;
}

function emailOf({ email, email_verified: isVerified }: Partial<UserInfoResponse>): string | null {
  if (isVerified !== true) return null;
  return Email.safeParse(email).data ?? null;
}

type Tokens = Awaited<ReturnType<typeof import('openid-client').authorizationCodeGrant>>;

/** Reads who has arrived from the ID token, and from the provider's user info where a claim is missing. */
async function arrivedWith(
  tokens: Tokens,
  config: Configuration,
  { provider, roleClaim }: { provider: ProviderId; roleClaim: string | undefined },
): Promise<Arrived> {
  const claims = tokens.claims();
  if (!claims) throw new Error('no id token');
  const subject = subjectClaimOf(claims.sub);
  const isMissing = (claim: string | undefined) =>
    claim !== undefined && findClaim(claims, claim) === undefined;
  const hasEndpoint = config.serverMetadata().userinfo_endpoint !== undefined;
  const { fetchUserInfo } = await library();
  const userInfo =
    hasEndpoint && (isMissing('email') || isMissing(roleClaim))
      ? await fetchUserInfo(config, tokens.access_token, subject)
      : undefined;
  const about = (isMissing('email') && userInfo) || claims;
  const { values, fault } =
    roleClaim === undefined ? noRoles : readRoleClaim([claims, userInfo ?? {}], roleClaim);
  const identity = {
    provider,
    issuer: claims.iss,
    subject,
    verifiedEmail: emailOf(about),
    ...namesOf(about),
    pictureUrl: pictureClaimOf(about.picture),
    roleClaims: values,
    usedFactor: usedFactor(claims),
  };
  return { identity, claimFault: fault };
}

/** Reads the endpoints and keys of the provider. */
async function discover(settings: ProviderConfig): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await library();
  const issuer = new URL(settings.issuer);
  // The configuration allows http only for the local machine.
  const insecure = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
  return discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
    execute: [enableNonRepudiationChecks, ...insecure],
    timeout: RESPONSE_TIMEOUT_S,
    [customFetch]: boundedFetch,
  });
}

/** Uses the authorization code flow with PKCE, state and nonce. Verifies signatures. */
function createClient(provider: ProviderId, settings: ProviderConfig, publicUrl: string): ProviderClient {
  const { roleClaim } = settings;
  const redirectUri = `${publicUrl}/api/auth/${provider}/callback`;
  let discovered: { at: number; configuration: Promise<Configuration> } | undefined;

  const configuration = async (): Promise<Configuration> => {
    const at = performance.now();
    if (!discovered || at - discovered.at > DISCOVERY_KEPT_MS)
      discovered = { at, configuration: discover(settings) };
    try {
      return await discovered.configuration;
    } catch (error) {
      discovered = undefined;
      throw new SignInFailure('provider_unavailable', error);
    }
  };

  return {
    async begin(visit) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await library();
      const config = await configuration();
      const secrets: SignInSecrets = {
        provider,
        state: random.randomState(),
        nonce: random.randomNonce(),
        codeVerifier: random.randomPKCECodeVerifier(),
        ...visit,
      };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: [SCOPE, settings.scopes].join(' ').trim(),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, secrets };
    },

    async finish({ search }, { state, nonce, codeVerifier }) {
      const { authorizationCodeGrant } = await library();
      const config = await configuration();
      try {
        const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}${search}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return await arrivedWith(tokens, config, { provider, roleClaim });
      } catch (error) {
        throw new SignInFailure(problemOf(error), error);
      }
    },
  };
}

type ProviderClients = Readonly<Record<ProviderId, ProviderClient | undefined>>;

export function createProviderClients({ providers, publicUrl }: Config): ProviderClients {
  const clientOf = (id: ProviderId) => {
    const settings = providers[id];
    return settings && createClient(id, settings, publicUrl);
  };
  return { google: clientOf('google'), platform: clientOf('platform') };
}
