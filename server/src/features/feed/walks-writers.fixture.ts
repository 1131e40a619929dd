import { setReadLanguages } from '@zapdeck/contract/wire/language-choices';
import { editApp, resetStats, setAppStatus } from '@zapdeck/contract/apps/apps';
import { deleteApp } from '@zapdeck/contract/apps/admin-app';
import { type Hidden, hide, showAgain } from '@zapdeck/contract/feed/hidden';
import { removeHost, saveHost } from '@zapdeck/contract/frames/hosts';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { liftSuspension, suspendPerson } from '@zapdeck/contract/accounts/people';
import { defaultWeights, recalculateRankings } from '@zapdeck/contract/instance/settings';
import { setLess } from '@zapdeck/contract/feed/taste';
import { castVote } from '@zapdeck/contract/feed/votes';
import type pg from 'pg';
import { newId } from '../../db/columns.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { refreshTrending } from './trending/trending.ts';
import {
  type AppDraft,
  below,
  CATEGORIES,
  draftApp,
  LANGUAGES,
  pick,
  type Random,
  TAGS,
} from './walks-apps.fixture.ts';

/** Makes random changes that affect the feed, through the API where it has an endpoint. */
export class Writers {
  readonly #test: TestApp;
  readonly #random: Random;
  readonly #admin: Person;
  readonly #members: readonly Person[];
  #apps = 0;
  readonly #ids: string[] = [];
  #open: pg.PoolClient | null = null;
  /** Id of the app that the open transaction locks. Other writers would wait for it. */
  held: string | null = null;
  #suspended: string | null = null;
  /** Member who votes besides the others. */
  voter: Person | null = null;
  /** Hides apps, because the decks that are walked are theirs. */
  viewer: Person | null = null;
  /** True if the viewer asks for less like some apps. */
  avoids = false;
  readonly #hidden = new Map<Person, Hidden[]>();
  /** Number of successful calls per endpoint. Shared by all worlds. */
  readonly #calls: Map<string, number>;

  constructor(
    test: TestApp,
    random: Random,
    people: { admin: Person; members: readonly Person[]; calls: Map<string, number> },
  ) {
    this.#test = test;
    this.#random = random;
    this.#admin = people.admin;
    this.#members = people.members;
    this.#calls = people.calls;
  }

  /** Signs the person in again if the session has expired, because walks advance the clock. */
  readonly #call: TestApp['call'] = async (route, input, person) => {
    let answer = await this.#test.call(route, input, person);
    if (answer.status === 401 && person) {
      Object.assign(person, await this.#test.signInAgain(person));
      answer = await this.#test.call(route, input, person);
    }
    if (answer.status < 300) {
      const name = `${route.method} ${route.path}`;
      this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
    }
    return answer;
  };

  async fill(count: number): Promise<void> {
    await this.#test.deps.pool.query('DELETE FROM apps');
    await this.#insert(Array.from({ length: count }, () => this.#draft()));
    for (let days = 0; days < count / 6; days += 1) await this.#chooseDays();
  }

  #draft(): AppDraft {
    this.#apps += 1;
    return draftApp(this.#random, this.#apps);
  }

  async #insert(rows: readonly AppDraft[]): Promise<void> {
    await this.#test.deps.pool.query(
      `INSERT INTO apps (id, title, description, url, category, tags, language, submitted_by, status, frame_status, upvotes, views,
         frame_checked_at)
       SELECT id, 'App', 'One of many', 'https://' || id || '.example.org/', category,
         ARRAY(SELECT json_array_elements_text(tags)), language, ($2::uuid[])[maker + 1], status, frame, upvotes, views, $3
       FROM json_to_recordset($1) AS drafted (id uuid, category text, tags json, language text, maker int, status app_status,
         frame frame_status, upvotes int, views int)`,
      [JSON.stringify(rows), this.#members.map(({ user }) => user?.id), this.#test.clock.now],
    );
    const newcomers = rows.filter(({ views }) => views < 100).map(({ id }) => id);
    await addBudgets(this.#test.deps.pool, 'id = ANY ($1)', [newcomers]);
    this.#ids.push(...rows.map(({ id }) => id));
  }

  #id(): string {
    return pick(
      this.#random,
      this.#ids.filter((id) => id !== this.held),
    );
  }

  async #vote(): Promise<void> {
    const voter = pick(this.#random, this.voter ? [this.voter, ...this.#members] : this.#members);
    const body = { appId: this.#id(), voteType: pick(this.#random, ['up', 'down'] as const) };
    await this.#call(castVote, { body }, voter);
  }

  async #view(): Promise<void> {
    const viewer = pick(this.#random, this.#members);
    const interactions = [this.#id(), this.#id()].map((appId) => {
      return { appId, interactionType: 'view' as const, duration: 1_000 };
    });
    await this.#call(
      recordInteractions,
      { body: { interactions, batchId: newId(), userId: viewer.user?.id ?? '' } },
      viewer,
    );
  }

  async #edit(): Promise<void> {
    const [category, tags] = [pick(this.#random, CATEGORIES), pick(this.#random, TAGS)];
    const body = { category, tags, language: pick(this.#random, LANGUAGES) };
    await this.#call(editApp, { params: { id: this.#id() }, body: body as never }, this.#admin);
  }

  async #flipVerdicts(): Promise<void> {
    await this.#test.deps.pool.query(
      `UPDATE apps SET frame_status = (CASE frame_status WHEN 'unreachable' THEN 'ok' ELSE 'unreachable' END)::frame_status
       WHERE id = ANY ($1)`,
      [[this.#id(), this.#id(), this.#id()]],
    );
  }

  async #approveNew(): Promise<void> {
    const app = { ...this.#draft(), status: 'pending' };
    await this.#insert([app]);
    await this.#decide(app.id, 'approved');
  }

  async #decide(id: string, status: 'approved' | 'rejected'): Promise<void> {
    await this.#call(setAppStatus, { params: { id }, body: { status } }, this.#admin);
  }

  async #delete(): Promise<void> {
    const { rows } = await this.#test.deps.pool.query<{ updated_at: Date }>(
      'SELECT updated_at FROM apps WHERE id = $1',
      [this.#id()],
    );
    const updatedAt = rows[0]?.updated_at.toISOString() ?? '';
    await this.#call(deleteApp, { params: { id: this.#id() }, body: { updatedAt } }, this.#admin);
  }

  /** Suspends a maker with all apps of theirs, or lifts the suspension and approves the apps again. */
  async #suspend(): Promise<void> {
    if (this.#suspended === null) {
      const maker = await this.#test.person('member');
      this.#suspended = maker.user?.id ?? '';
      const rows = [this.#draft(), this.#draft()].map((row) => ({ ...row, status: 'approved' }));
      await this.#insert(rows);
      await this.#test.deps.pool.query('UPDATE apps SET submitted_by = $1 WHERE id = ANY ($2)', [
        this.#suspended,
        rows.map(({ id }) => id),
      ]);
      const body = { reason: 'Spam', takesAppsOut: true };
      await this.#call(suspendPerson, { params: { id: this.#suspended }, body }, this.#admin);
      return;
    }
    const id = this.#suspended;
    this.#suspended = null;
    await this.#call(liftSuspension, { params: { id } }, this.#admin);
    const { rows } = await this.#test.deps.pool.query<{ id: string }>(
      'SELECT id FROM apps WHERE submitted_by = $1',
      [id],
    );
    for (const app of rows) await this.#decide(app.id, 'approved');
  }

  async #ruleHost(): Promise<void> {
    const host = `${this.#id()}.example.org`;
    await this.#call(saveHost, { params: { host }, body: { rule: 'blocked' } }, this.#admin);
    if (this.#random() < 0.5) await this.#call(removeHost, { params: { host } }, this.#admin);
  }

  /** Hides a category, a tag or a maker from the viewer, or shows one again. */
  async hide(): Promise<void> {
    const { viewer } = this;
    if (!viewer) return;
    const before = this.#hidden.get(viewer) ?? [];
    if (before.length > below(this.#random, 3)) {
      const body = pick(this.#random, before);
      this.#hidden.set(
        viewer,
        before.filter((item) => item !== body),
      );
      await this.#call(showAgain, { body }, viewer);
      return;
    }
    const body = pick<Hidden>(this.#random, [
      { kind: 'category', value: pick(this.#random, CATEGORIES) },
      { kind: 'tag', value: pick(this.#random, TAGS.flat()) },
      { kind: 'maker', value: pick(this.#random, this.#members).user?.id ?? '' },
    ]);
    if (before.some(({ value }) => value === body.value)) return;
    this.#hidden.set(viewer, [...before, body]);
    await this.#call(hide, { body }, viewer);
  }

  /** Chooses the languages that the viewer reads, as a member may do during a walk. */
  async #choose(): Promise<void> {
    const { viewer } = this;
    if (!viewer || viewer.user?.isGuest) return;
    const languages = pick(this.#random, [null, ['de'], ['en', 'fr']]);
    await this.#call(setReadLanguages, { body: { languages } }, viewer);
  }

  /** Asks for less like an app, or takes it back. */
  async #avoid(): Promise<void> {
    const { viewer } = this;
    if (!viewer || !this.avoids) return;
    const body = { appId: this.#id(), less: this.#random() < 0.7 };
    await this.#call(setLess, { body }, viewer);
  }

  async #recalculate(): Promise<void> {
    if (this.#open) return;
    const body = { ...defaultWeights, upvoteWeight: below(this.#random, 60) / 10 };
    await this.#call(recalculateRankings, { body }, this.#admin);
  }

  async #reset(): Promise<void> {
    // A reset removes the votes without which a member has no deck `for-you`.
    if (!this.#open && !this.avoids) await this.#call(resetStats, {}, this.#admin);
  }

  /** Makes approved apps apps of the day, some of them again, or sets one ahead. */
  async #chooseDays(): Promise<void> {
    await this.#test.deps.pool.query(
      `INSERT INTO daily_picks (day, app_id, chosen_at)
       SELECT coalesce((SELECT max(day) FROM daily_picks), '2026-01-01') + place::int, id, $2
       FROM unnest($1::uuid[]) WITH ORDINALITY AS picked (id, place) WHERE id IN (SELECT id FROM apps)`,
      [[this.#id(), this.#id(), this.#id()], this.#random() < 0.8 ? this.#test.clock.now : null],
    );
  }

  /** Changes scores in a transaction that stays open over pages. */
  async #holdOpen(): Promise<void> {
    if (this.#open) return this.settle();
    const client = await this.#test.deps.pool.connect();
    this.#open = client;
    await client.query('BEGIN');
    const held = this.#id();
    this.held = held;
    await client.query('UPDATE apps SET upvotes = upvotes + 5 WHERE id = $1', [held]);
  }

  /** Commits the open transaction. */
  async settle(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    this.held = null;
    await open?.query('COMMIT');
    open?.release();
  }

  /** Runs one writer of each frequent kind, and rarely one of the others. */
  async write(): Promise<void> {
    const often = [() => this.#vote(), () => this.#view(), () => this.#edit(), () => this.#approveNew()];
    for (const writer of often) if (this.#random() < 0.6) await writer();
    const rarely: [number, () => Promise<void>][] = [
      [0.3, () => this.#decide(this.#id(), 'rejected')],
      [0.3, () => this.#decide(this.#id(), 'approved')],
      [0.3, () => this.#flipVerdicts()],
      [0.2, () => this.#chooseDays()],
      [0.2, () => this.hide()],
      [0.2, () => this.#avoid()],
      [0.1, () => this.#choose()],
      [0.2, async () => void (await refreshTrending(this.#test.deps.db, this.#test.clock.now))],
      [0.1, () => this.#delete()],
      [0.08, () => this.#suspend()],
      [0.08, () => this.#ruleHost()],
      [0.03, () => this.#recalculate()],
      [0.02, () => this.#reset()],
    ];
    for (const [share, writer] of rarely) if (this.#random() < share) await writer();
  }

  /** Opens or commits a transaction between pages, when no other writer waits for its locks. */
  async hold(): Promise<void> {
    if (this.#open || this.#random() < 0.2) await this.#holdOpen();
  }
}
