import type { BrowserContext } from '@playwright/test';
import type { ErrorBody } from '@zapdeck/contract/wire/errors';
import type { SolvedWork } from '@zapdeck/contract/sign-in/signup-work';
import { solveWork } from '@zapdeck/contract/sign-in/solve-work';
import { expect, newcomer, PASSWORD } from './fixtures.ts';

/** Settings of a server that limits requests, and believes the networks that stories name. */
export const limited = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1', SIGNUPS_PER_MINUTE: '1000' };

/** Returns headers that make the requests come from the address. */
export const cameFrom = (address: string) => ({ 'x-forwarded-for': address });

/** Creates accounts from the network of the context. Solves the challenges of the server. */
export async function signUpMany(context: BrowserContext, url: string, count: number): Promise<void> {
  const signUp = async (data: object, work?: SolvedWork): Promise<number> => {
    const response = await context.request.post(`${url}/api/auth/signup`, {
      headers: { origin: url },
      data: { ...data, work },
    });
    const { work: challenge } = (await response.json()) as ErrorBody;
    return challenge && !work ? signUp(data, solveWork(challenge)) : response.status();
  };
  for (let made = 0; made < count; made += 1)
    expect(await signUp({ ...newcomer(), password: PASSWORD, confirmPassword: PASSWORD })).toBe(201);
  await context.clearCookies();
}
