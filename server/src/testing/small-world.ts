import { InteractionType } from '@zapdeck/contract/feed/interactions';
import { VoteMode, VoteType } from '@zapdeck/contract/feed/votes';
import * as fc from 'fast-check';
import type { Person, TestApp } from './test-app.ts';
import type { users } from '../db/schema/users.table.ts';

export const APPS = 3;
export const PEOPLE = 4;

export const person = fc.nat(PEOPLE - 1);
export const app = fc.nat(APPS - 1);

const weight = fc.integer({ min: -50, max: 50 });
export const weights = fc.record({
  upvoteWeight: weight,
  downvoteWeight: weight,
  viewWeight: weight,
  timeWeight: weight,
});

export const voteFields = {
  person,
  app,
  voteType: fc.constantFrom(...VoteType.options),
  mode: fc.constantFrom(...VoteMode.options),
};
export const interactionFields = {
  person,
  app,
  interactionType: fc.constantFrom(...InteractionType.options),
  duration: fc.integer({ min: 0, max: 300 }),
};
export const milliseconds = fc.integer({ min: 0, max: 60_000 });

export interface SmallWorld {
  people: Person[];
  appIds: string[];
}

export async function populate(
  t: TestApp,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<SmallWorld> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => t.person('member', values)));
  const apps = await Promise.all(Array.from({ length: APPS }, () => t.addApp()));
  return { people, appIds: apps.map(({ id }) => id) };
}
