import * as z from 'zod/mini';
import { requiredLine } from '../wire/lines.ts';
import { message } from '../wire/message.ts';
import { Day, Id, IdParams, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { scopes } from './scopes.ts';

/** Tokens per account, including expired ones. */
export const API_TOKENS_MAX = 50;
export const API_TOKEN_NAME_MAX = 100;
export const API_TOKEN_DAYS_MAX = 366;
/** Prefix by which programs recognise leaked tokens: `zap_` and 43 letters, digits, `-` or `_`. */
export const API_TOKEN_PREFIX = 'zap_';

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: Moment,
  expiresAt: Moment,
  lastUsedOn: z.nullable(Day),
});
export type ApiToken = z.infer<typeof ApiToken>;

const CHOOSE_SCOPE = message('Choose at least one permission');

export const ApiTokenForm = z.object({
  name: requiredLine(API_TOKEN_NAME_MAX, message('Please enter a name')),
  scopes: z.array(z.enum(scopes), CHOOSE_SCOPE).check(
    z.minLength(1, CHOOSE_SCOPE),
    z.maxLength(scopes.length),
    z.refine((chosen) => new Set(chosen).size === chosen.length, message('List each scope only once')),
  ),
  expiresAt: Moment,
});
export type ApiTokenForm = z.infer<typeof ApiTokenForm>;

export const apiTokens = route({
  method: 'GET',
  path: '/api/tokens',
  summary: 'List your API tokens, newest first',
  access: 'account',
  response: z.array(ApiToken),
});

/** The token is returned only once, because only its hash is stored. An idempotency key would store the response. */
export const createApiToken = route({
  method: 'POST',
  path: '/api/tokens',
  summary: 'Create an API token',
  access: 'account',
  proof: true,
  keyless: true,
  status: 201,
  body: ApiTokenForm,
  response: z.object({ id: Id, token: z.string() }),
  errors: ['too_many_tokens'],
});

export const revokeApiToken = route({
  method: 'DELETE',
  path: '/api/tokens/:id',
  summary: 'Revoke an API token',
  access: 'account',
  params: IdParams,
  response: 'empty',
  errors: ['api_token_not_found'],
});
