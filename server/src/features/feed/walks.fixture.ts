import { type AlgorithmParams, defaultWeights } from '@zapdeck/contract/settings';
import type pg from 'pg';
import { sequence } from '../../testing/random.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { resetStats } from '../apps/catalogue-work.ts';
import { recalculateRankings } from '../rankings/recalculate-rankings.ts';
import { algorithmParams } from '../../db/schema/settings.table.ts';
import { type LogPosition, readLogPosition } from '../../db/log-position.ts';
import { untilReplayed, untilServed } from '../../testing/until-replayed.ts';
import type { Handed } from './cursor.ts';
import { dealPage } from './feed.ts';
import { type AppDraft, below, CATEGORIES, draftApp, pick, type Random } from './walks-apps.fixture.ts';

/** Between two pages of the walk. */
const VOTES = 24;
const VIEWS = 6;

/** Few, because each has statements of its own, which are planned and kept. */
const PAGE_SIZES = [2, 4, 8, 16, 40];

/** What goes on beside a walk: nothing, another tab of the same person, or everything at once. */
export type Traffic = 'none' | 'second tab' | 'all';

export interface Walk {
  viewer: 'guest' | 'member';
  traffic: Traffic;
  params: AlgorithmParams;
  pages: string[][];
  /** What was approved at the beginning or during the walk, and still is. */
  owed: Set<string>;
  /** The unreachable ones of a catalogue that nobody changes. */
  unreachable: Set<string>;
}

/** A catalogue that walks and writers share. */
export class World {
  readonly #test: TestApp;
  readonly #random: Random;
  readonly #adminId: string;
  #apps = 0;
  /** Locked by a transaction that is still open; others must leave them alone. */
  readonly #held = new Set<string>();
  #open: pg.PoolClient | null = null;
  readonly #ids: string[] = [];
  /** Where the log stood after the viewer's last meeting. */
  #seenAt: LogPosition | null = null;

  constructor(test: TestApp, adminId: string, seed: number) {
    this.#test = test;
    this.#random = sequence(seed);
    this.#adminId = adminId;
  }

  async fill(count: number): Promise<void> {
    await this.#test.deps.pool.query('DELETE FROM apps');
    const rows = Array.from({ length: count }, () => this.#draftApp());
    await this.#insert(rows);
  }

  #draftApp(): AppDraft {
    this.#apps += 1;
    return draftApp(this.#random, this.#apps);
  }

  async #insert(rows: readonly AppDraft[]): Promise<void> {
    await this.#test.deps.pool.query(
      `INSERT INTO apps (id, title, description, url, category, submitted_by, status, frame_status, upvotes, views)
       SELECT id, 'App', 'One of many', 'https://' || id || '.example.org/', category, $2, status, frame, upvotes, views
       FROM json_to_recordset($1) AS drafted (id uuid, category text, status app_status, frame frame_status, upvotes int, views int)`,
      [JSON.stringify(rows), this.#adminId],
    );
    this.#ids.push(...rows.map(({ id }) => id));
  }

  #someIds(count: number): string[] {
    const free = this.#ids.filter((id) => !this.#held.has(id));
    return free.length === 0 ? [] : Array.from({ length: count }, () => pick(this.#random, free));
  }

  /** Twenty-four votes and six views, in one go. */
  async #voteAndView(client: pg.Pool | pg.PoolClient, ids: readonly string[]): Promise<void> {
    await client.query(
      `UPDATE apps SET upvotes = greatest(0, upvotes + change.up), downvotes = downvotes + change.down, views = views + change.view
       FROM (SELECT id, sum(up)::int AS up, sum(down)::int AS down, sum(view)::int AS view
         FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) AS done (id, up, down, view) GROUP BY id) AS change
       WHERE apps.id = change.id`,
      [
        ids,
        ids.map((_, index) => (index < VOTES ? pick(this.#random, [1, 1, 1, -1, 0]) : 0)),
        ids.map((_, index) => (index < VOTES ? pick(this.#random, [0, 0, 1]) : 0)),
        ids.map((_, index) => (index < VOTES ? 0 : 1)),
      ],
    );
  }

  /** Edits of the category, flips of the frame's verdict, now and then a recalculation or a reset. */
  async #edit(): Promise<void> {
    const { pool } = this.#test.deps;
    const random = this.#random;
    const [app, other] = this.#someIds(2);
    if (random() < 0.4)
      await pool.query('UPDATE apps SET category = $2 WHERE id = $1', [app, pick(random, CATEGORIES)]);
    if (random() < 0.5) {
      await pool.query(
        `UPDATE apps SET frame_status = (CASE frame_status WHEN 'unreachable' THEN 'ok' ELSE 'unreachable' END)::frame_status
         WHERE id = ANY ($1)`,
        [[app, other, ...this.#someIds(3)]],
      );
    }
    if (this.#open) return;
    const act = { actorId: this.#adminId, now: this.#test.clock.now };
    const node = { pool, isStopping: () => false };
    const weights = {
      ...defaultWeights,
      viewWeight: below(random, 40) / 10,
      upvoteWeight: below(random, 60) / 10,
    };
    if (random() < 0.008) await recalculateRankings(node, weights, act);
    if (random() < 0.008) await resetStats(node, act);
  }

  /** A transaction that stays open over pages: it has its number early, and changes something late. */
  async #holdOpen(): Promise<void> {
    const random = this.#random;
    if (!this.#open) {
      if (random() < 0.5) return;
      this.#open = await this.#test.deps.pool.connect();
      await this.#open.query('BEGIN');
      await this.#open.query('SELECT pg_current_xact_id()');
      return;
    }
    if (this.#held.size === 0 && random() < 0.6) {
      const ids = this.#someIds(5);
      for (const id of ids) this.#held.add(id);
      await this.#voteAndView(this.#open, ids);
      return;
    }
    await this.settle();
  }

  /** Ends what is open. */
  async settle(): Promise<void> {
    if (!this.#open) return;
    await this.#open.query('COMMIT');
    this.#open.release();
    this.#open = null;
    this.#held.clear();
  }

  /** One approval, and seldom a withdrawal; `owed` is kept up. */
  async #review(owed: Set<string>): Promise<void> {
    const { pool } = this.#test.deps;
    if (this.#random() < 0.5) {
      const app = { ...this.#draftApp(), status: 'approved' };
      await this.#insert([app]);
      owed.add(app.id);
    } else {
      const free = this.#someIds(10);
      const { rows } = await pool.query<{ id: string }>(
        `UPDATE apps SET status = 'approved' WHERE id = (SELECT id FROM apps WHERE id = ANY ($1) AND status <> 'approved' LIMIT 1)
         RETURNING id`,
        [free],
      );
      for (const { id } of rows) owed.add(id);
    }
    if (this.#random() < 0.1) {
      const [id] = this.#someIds(1);
      if (id === undefined) return;
      await pool.query(
        this.#random() < 0.2
          ? 'DELETE FROM apps WHERE id = $1'
          : "UPDATE apps SET status = 'rejected' WHERE id = $1",
        [id],
      );
      owed.delete(id);
    }
  }

  async see(viewerId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#test.deps.pool.query(
      `INSERT INTO seen_apps AS seen (user_id, app_id, last_viewed_at)
       SELECT $1, id, $3 FROM apps WHERE id = ANY ($2) AND status = 'approved' ORDER BY id
       ON CONFLICT (user_id, app_id) DO UPDATE SET last_viewed_at = greatest(seen.last_viewed_at, excluded.last_viewed_at)`,
      [viewerId, ids, this.#test.clock.now],
    );
    // As the session would.
    if (this.#test.deps.reads.hasReplicas) this.#seenAt = await readLogPosition(this.#test.deps.db);
  }

  /** Nine of ten apps, approved once or not. */
  async seeMost(viewerId: string): Promise<void> {
    await this.#test.deps.pool.query(
      `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
       SELECT $1, id, $3::timestamptz - n * interval '1 minute' FROM unnest($2::uuid[]) WITH ORDINALITY AS met (id, n)`,
      [viewerId, this.#ids.filter((_, index) => index % 10 > 0), this.#test.clock.now],
    );
  }

  async #read(condition: string): Promise<Set<string>> {
    const { rows } = await this.#test.deps.pool.query<{ id: string }>(
      `SELECT id FROM apps WHERE status = 'approved' AND ${condition}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Follows the cursors of one deck to its end. */
  async walk(
    traffic: Traffic,
    viewer: 'guest' | 'member',
    viewerId: string,
    pagesMost: number,
  ): Promise<Walk> {
    const { db } = this.#test.deps;
    const random = this.#random;
    const owed = await this.#read('true');
    const pageSize = owed.size / pick(random, [1, 3, 7]);
    const params: AlgorithmParams = {
      algorithmType: pick(random, ['normal', 'normal', 'semi_simple', 'simple']),
      appsPerPage: PAGE_SIZES.find((size) => size >= pageSize) ?? 40,
      maxDiversityPool: 20,
      categoryDiversityEnabled: random() < 0.5,
      recycledContentThreshold: pick(random, [0, 10, 50, 100]),
      freshContentPriority: pick(random, [0, 50, 80, 100]),
    };
    await db.update(algorithmParams).set(params);
    const isSeeing = viewer === 'member' && random() < 0.7;
    const walk: Walk = {
      viewer,
      traffic,
      params,
      pages: [],
      owed,
      unreachable: await this.#read("frame_status = 'unreachable'"),
    };
    await untilReplayed(this.#test);
    const deal = async (handed?: Handed) => {
      this.#test.clock.advance(1_000);
      await untilServed(this.#test, random, [this.#seenAt, handed?.logPosition]);
      const viewing = { id: viewerId, isAdmin: false, publicUrl: '' };
      return this.#test.deps.reads.read([this.#seenAt, handed?.logPosition], async (databases) => {
        const page = await dealPage(databases, viewing, handed?.deck, this.#test.clock.now);
        const cursor = { deck: page.next, logPosition: await databases.position() };
        return { ...page, cursor };
      });
    };
    let cursor: Handed | undefined;
    let otherTab: Handed | undefined;
    for (let isEnd = false; !isEnd; ) {
      if (walk.pages.length > pagesMost) throw new Error('The deck has no end');
      const isAmid = traffic === 'all' && random() < 0.3;
      const amid = isAmid
        ? this.#voteAndView(this.#test.deps.pool, [...new Set(this.#someIds(6))].toSorted())
        : undefined;
      const page = await deal(cursor);
      await amid;
      ({ cursor, isEnd } = page);
      walk.pages.push(page.ids);
      if (isSeeing)
        await this.see(
          viewerId,
          page.ids.filter(() => random() < 0.9),
        );
      if (isEnd || traffic === 'none') continue;
      if (viewer === 'member' && random() < 0.5) {
        const other = await deal(otherTab);
        otherTab = other.isEnd ? undefined : other.cursor;
        await this.see(viewerId, other.ids);
      }
      if (traffic === 'second tab') continue;
      await this.#voteAndView(this.#test.deps.pool, this.#someIds(VOTES + VIEWS));
      await this.#review(owed);
      await this.#edit();
      await this.#holdOpen();
      if (random() < 0.03)
        await db
          .update(algorithmParams)
          .set({ categoryDiversityEnabled: random() < 0.5, algorithmType: 'simple' });
    }
    await this.settle();
    if (!this.#test.deps.reads.hasReplicas) return walk;
    // What was approved at last is at the end of the deck when the replicas know of it.
    await untilReplayed(this.#test);
    for (let isOver = false; !isOver; ) {
      const page = await deal(cursor);
      ({ cursor } = page);
      walk.pages.push(page.ids);
      isOver = page.isEnd && page.ids.length === 0;
    }
    return walk;
  }
}
