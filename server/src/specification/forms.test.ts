import { editApp, submitApp } from '@zapdeck/contract/apps/apps';
import { login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { recordInteraction } from '@zapdeck/contract/feed/interactions';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import type { Route } from '@zapdeck/contract/wire/route';
import {
  saveAdvertisementConfig,
  saveAlgorithmParams,
  saveFormulaWeights,
} from '@zapdeck/contract/instance/settings';
import { editUser, reportZapCount } from '@zapdeck/contract/accounts/users';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type Role, type TestApp } from '../testing/test-app.ts';

// Limits are literals, because the test checks the contract.

let t: TestApp;
let ids: { app: string; user: string };
const people = {} as Record<Role, Person>;
beforeAll(async () => {
  t = await openTestApp();
  for (const role of ['visitor', 'guest', 'member', 'admin'] as const) people[role] = await t.person(role);
  ids = { app: (await t.addApp()).id, user: (await t.person('member')).user?.id ?? '' };
});
afterAll(() => t.close());

const SHORT = 'Password must be at least 6 characters';
const BAD_EMAIL = 'Please enter a valid email address';

let unique = 0;
const newEmail = () => `forms-${(unique += 1)}@example.org`;
const newUrl = () => `https://forms-${(unique += 1)}.example.com/`;

const algorithm = {
  algorithmType: 'normal',
  appsPerPage: 20,
  maxDiversityPool: 100,
  categoryDiversityEnabled: true,
  recycledContentThreshold: 50,
  freshContentPriority: 80,
};
const weights = { upvoteWeight: 10, downvoteWeight: 5, viewWeight: 0.1, timeWeight: 0.001 };

interface Form {
  route: Route;
  as: Role;
  params?: () => Record<string, string>;
  /** A valid body. */
  body: () => Record<string, unknown>;
  /** Expected status of a valid form, if not success. */
  status?: number;
}

const forms = {
  login: {
    route: login,
    as: 'visitor',
    body: () => ({ email: newEmail(), password: '123456' }),
    status: 401,
  },
  signup: {
    route: signup,
    as: 'visitor',
    body: () => ({ email: newEmail(), password: '123456', confirmPassword: '123456', firstName: 'A' }),
  },
  report: { route: reportApp, as: 'member', body: () => ({ appId: ids.app, reason: 'x' }) },
  submit: {
    route: submitApp,
    as: 'member',
    body: () => ({ title: 'T', description: 'D', url: newUrl(), category: 'Games' }),
  },
  'admin app edit': {
    route: editApp,
    as: 'admin',
    params: () => ({ id: ids.app }),
    body: () => ({ timeSpent: 1, status: 'approved' }),
  },
  'admin user edit': {
    route: editUser,
    as: 'admin',
    params: () => ({ id: ids.user }),
    body: () => ({ zapCount: 0 }),
  },
  advertisement: {
    route: saveAdvertisementConfig,
    as: 'admin',
    body: () => ({ enabled: true, zapsBetweenAds: 8 }),
  },
  algorithm: { route: saveAlgorithmParams, as: 'admin', body: () => algorithm },
  weights: { route: saveFormulaWeights, as: 'admin', body: () => weights },
} as const satisfies Record<string, Form>;

async function send(form: Form, changed: Record<string, unknown>) {
  const { route, as, params = () => ({}), body } = form;
  return t.call(route, { params: params(), body: { ...body(), ...changed } }, people[as]);
}

/** Form, field and valid values. */
type Passing = readonly [keyof typeof forms, string, readonly unknown[]];
const passing: Passing[] = [
  ['login', 'password', ['123456', 'x'.repeat(256)]],
  ['signup', 'lastName', [undefined, null, '', 'L']],
  ['signup', 'firstName', ['A']],
  ['report', 'reason', ['x', ' x ', 'x'.repeat(1_000)]],
  ['submit', 'title', ['x', 'x'.repeat(50)]],
  ['submit', 'description', ['x', 'x'.repeat(500)]],
  ['submit', 'category', ['Productivity', 'Health & Fitness', 'Data & Analytics', 'Other']],
  ['submit', 'tags', [undefined, [], ['Free', 'A tag of my own']]],
  ['admin app edit', 'timeSpent', [1, 2_147_483_647]],
  ['admin user edit', 'zapCount', [0, 1, 2_147_483_647]],
  ['advertisement', 'zapsBetweenAds', [1, 100]],
  ['algorithm', 'appsPerPage', [1, 100]],
  ['algorithm', 'maxDiversityPool', [20, 500]],
  ['algorithm', 'recycledContentThreshold', [0, 100]],
  ['algorithm', 'freshContentPriority', [0, 100]],
  ['weights', 'upvoteWeight', [0, -3.5, 0.1]],
  ['weights', 'downvoteWeight', [0, 0.1]],
  ['weights', 'viewWeight', [0, 0.01]],
  ['weights', 'timeWeight', [0, 0.001]],
];

/** Form, field, invalid values and the expected message. */
type Refused = readonly [keyof typeof forms, string, readonly unknown[], string | null];
const refused: Refused[] = [
  ['login', 'email', ['', 'x', 'a@', '@b.cd', 'a b@c.de'], BAD_EMAIL],
  ['login', 'password', ['', '12345'], SHORT],
  ['signup', 'email', ['', 'x', 'a@', '@b.cd', 'a b@c.de'], BAD_EMAIL],
  ['signup', 'password', ['', '12345'], SHORT],
  ['signup', 'confirmPassword', ['', '12345'], SHORT],
  ['signup', 'confirmPassword', ['123457', ' 123456'], "Passwords don't match"],
  ['signup', 'firstName', [undefined, '', '   '], 'First name is required'],
  ['report', 'reason', [undefined, '', '  \t\n'], 'Please provide a reason for reporting'],
  ['submit', 'title', [undefined, '', ' ', 'x'.repeat(51)], null],
  ['submit', 'description', [undefined, '', ' ', 'x'.repeat(501)], null],
  ['submit', 'url', [undefined, '', ' ', 'no url'], null],
  ['submit', 'category', [undefined, '', 'games', 'Nonsense'], null],
  ['submit', 'tags', ['Free', [1], null], null],
  ['admin app edit', 'timeSpent', [0, -1, 1.5, '2', 'x', null], null],
  ['admin app edit', 'status', ['deleted', '', null], null],
  ['admin user edit', 'zapCount', [-1, 0.5, '1', null], null],
  ['advertisement', 'zapsBetweenAds', [0, 101, 1.5, '8', '', null], null],
  ['algorithm', 'appsPerPage', [0, 101, 1.5, '20', '', null], null],
  ['algorithm', 'maxDiversityPool', [19, 501, 20.5, '', null], null],
  ['algorithm', 'recycledContentThreshold', [-1, 101, 0.5, '', null], null],
  ['algorithm', 'freshContentPriority', [-1, 101, 0.5, '', null], null],
  ['algorithm', 'algorithmType', ['', 'random', null], null],
  ['weights', 'upvoteWeight', ['', '10', null, undefined], null],
  ['weights', 'downvoteWeight', ['', '5', null, undefined], null],
  ['weights', 'viewWeight', ['', '0.1', null, undefined], null],
  ['weights', 'timeWeight', ['', '0.001', null, undefined], null],
];

describe('forms accept all valid values', () => {
  test.each(passing)('in the form %s, field %s: %j', async (name, field, values) => {
    const form: Form = forms[name];
    for (const value of values) {
      const { status, error } = await send(form, { [field]: value });
      const expected = form.status ?? 200;
      expect.soft(status, `${JSON.stringify(value)}: ${JSON.stringify(error)}`).toBeOneOf([expected, 201]);
    }
  });
});

describe('forms reject invalid values by field and store nothing', () => {
  // Submissions are checked after the response.
  beforeAll(() => t.deps.background.idle());

  const state = async () => {
    const { rows } = await t.deps.pool.query(`
      SELECT (SELECT json_agg(u ORDER BY id) FROM users u), (SELECT json_agg(a ORDER BY id) FROM apps a),
        (SELECT count(*) FROM reports), (SELECT count(*) FROM sessions), (SELECT count(*) FROM settings)`);
    return rows;
  };

  test.each(refused)('in the form %s, field %s: %j', async (name, field, values, message) => {
    const before = await state();
    for (const value of values) {
      const { status, error } = await send(forms[name], { [field]: value });
      expect.soft([status, error.code], JSON.stringify(value)).toEqual([400, 'invalid_input']);
      // The list or one of its entries may be invalid.
      const said = Object.entries(error.fields ?? {}).find(([path]) => path.split('.')[0] === field)?.[1];
      expect.soft(said, JSON.stringify(value)).toEqual(message ?? expect.any(String));
    }
    expect(await state()).toEqual(before);
  });

  test('forms report all errors at once, including different passwords', async () => {
    const { error } = await send(forms.signup, { email: 'x', confirmPassword: 'something-else' });
    expect(error.fields).toEqual({ email: BAD_EMAIL, confirmPassword: "Passwords don't match" });
  });
});

describe('guests', () => {
  test.each([
    ['cannot vote', castVote, () => ({ appId: ids.app, voteType: 'up' })],
    ['leave no interactions', recordInteraction, () => ({ appId: ids.app, interactionType: 'like' })],
    ['count no zaps', reportZapCount, () => ({ zapCount: 1 })],
  ] as [string, Route, () => object][])('cannot %s', async (_what, route, body) => {
    const { status, error } = await t.call(route, { body: body() }, people.guest);
    expect([status, error.code]).toEqual([403, 'guest_forbidden']);
    expect(error.message).toBe('Create an account to vote on apps and unlock full features');
    const { rows } = await t.deps.pool.query<{ traces: number }>(
      `SELECT (SELECT count(*) FROM votes WHERE user_id = $1)::int
         + (SELECT count(*) FROM user_app_interactions WHERE user_id = $1)::int
         + (SELECT zap_count FROM users WHERE id = $1) AS traces`,
      [people.guest.user?.id],
    );
    expect(rows).toEqual([{ traces: 0 }]);
  });
});
