import { changedApps, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { editApp, type OwnApp } from '@zapdeck/contract/apps/apps';
import { editOwnApp, type OwnAppEdit, resubmitApp, withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { areMostWordsNew } from '@zapdeck/contract/feed/new-words';
import { ownApp } from '@zapdeck/contract/apps/own-app';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { drawn } from '../../../testing/cases.ts';
import { sequence } from '../../../testing/random.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';

const { cases, seed, timeout } = drawn(4, 20_261_125);
const STEPS = 60;
const VOCABULARY = 'kitten counter PayPal official bank sign-in Café cafe 小猫 官方 🐱 for two'.split(' ');

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const fields = ['title', 'description'] as const;
type Words = Record<(typeof fields)[number], string>;

/** An app with its maker, a moderator and a viewer, and the texts that may be public. */
class Series {
  /** The texts that a moderator approved last. */
  approved: Words;
  /** Texts that were published while the maker was verified. */
  ofVerified: Partial<Words> = {};
  isVerified = false;
  readonly random: () => number;
  readonly id: string;
  readonly people: { maker: Person; admin: Person; viewer: Person };

  constructor(random: () => number, id: string, approved: Words, people: Series['people']) {
    this.random = random;
    this.id = id;
    this.approved = approved;
    this.people = people;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T;
  }
  words(most: number): string {
    return Array.from({ length: 1 + Math.floor(this.random() * most) }, () => this.pick(VOCABULARY)).join(
      ' ',
    );
  }
  /** Replaces one word, the smallest edit. If each were compared with the one before, a series could publish any text. */
  withWordReplaced(text: string): string {
    const words = text.split(' ');
    words[Math.floor(this.random() * words.length)] = this.pick(VOCABULARY);
    return words.join(' ');
  }
  randomEdit(): Partial<Words> {
    const given = { title: this.words(4), description: this.words(8) };
    return this.pick([given, { title: given.title }, { description: given.description }]);
  }
  async read(): Promise<OwnApp> {
    return (await t.call(ownApp, { params: { id: this.id } }, this.people.maker)).body;
  }
  async edit(body: OwnAppEdit): Promise<void> {
    const { status } = await t.call(editOwnApp, { params: { id: this.id }, body }, this.people.maker);
    expect(status).toBe(200);
  }
  async seenAt(): Promise<string | undefined> {
    const { body } = await t.call(changedApps, { query: {} }, this.people.admin);
    return body.find(({ app }) => app.id === this.id)?.seenAt;
  }
  decide(decision: 'accept' | 'refuse', updatedAt: string) {
    const body = { decision, updatedAt };
    return t.call(decideChanges, { params: { id: this.id }, body }, this.people.admin);
  }
  async review(decision: 'approved' | 'rejected'): Promise<string> {
    const { body } = await t.call(decideApps, { body: { ids: [this.id], decision } }, this.people.admin);
    expect(body.outcomes[0]?.outcome).toBe('decided');
    return body.batchId ?? '';
  }
  approveShown({ title, description }: Words): void {
    this.approved = { title, description };
    this.ofVerified = {};
  }

  readonly steps: Readonly<Record<string, () => Promise<void>>> = {
    'the maker edits': async () => {
      const before = await this.read();
      const { title, description } = before;
      const back = this.pick([{ title }, { description }, { title, description }]);
      const way = this.random();
      if (way < 0.15) await this.edit(back);
      else if (way < 0.5) await this.edit({ title: this.withWordReplaced(title) });
      else await this.edit(this.randomEdit());
      const after = await this.read();
      if (this.isVerified)
        for (const name of fields) if (after[name] !== before[name]) this.ofVerified[name] = after[name];
    },
    'the mark is given or lost': async () => {
      this.isVerified = !this.isVerified;
      const verifiedAt = this.isVerified ? t.clock.now : null;
      await t.deps.db.update(apps).set({ verifiedAt }).where(eq(apps.id, this.id));
    },
    'a moderator accepts': async () => {
      const seenAt = await this.seenAt();
      if (seenAt === undefined) return;
      const before = await this.read();
      const { status, body } = await this.decide('accept', seenAt);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        title: before.waitingTitle ?? before.title,
        description: before.waitingDescription ?? before.description,
        waitingTitle: null,
        waitingDescription: null,
      });
      this.approveShown(body);
    },
    'a moderator refuses': async () => {
      const seenAt = await this.seenAt();
      if (seenAt === undefined) return;
      const { status, body } = await this.decide('refuse', seenAt);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...this.approved, waitingTitle: null, waitingDescription: null });
      this.ofVerified = {};
    },
    'a moderator accepts during an edit': async () => {
      const seenAt = await this.seenAt();
      if (seenAt === undefined || this.isVerified) return;
      const [decided] = await Promise.all([this.decide('accept', seenAt), this.edit(this.randomEdit())]);
      if (decided.status === 200) this.approveShown(decided.body);
      else expect(decided.error.code).toBe('already_decided');
    },
    'a moderator edits': async () => {
      const body = this.randomEdit();
      await t.call(editApp, { params: { id: this.id }, body }, this.people.admin);
      const after = await this.read();
      for (const name of fields) if (body[name] !== undefined) this.approved[name] = after[name];
    },
    'a moderator rejects and undoes it': async () => {
      const before = await this.read();
      const batchId = await this.review('rejected');
      t.clock.advance(1_000);
      await t.call(undoDecisions, { params: { id: batchId } }, this.people.admin);
      const { waitingTitle, waitingDescription, title, description } = before;
      expect(await this.read()).toMatchObject({
        status: 'approved',
        waitingTitle,
        waitingDescription,
        title,
        description,
      });
    },
    'the app is rejected, edited and approved': async () => {
      const batchId = await this.review('rejected');
      t.clock.advance(1_000);
      await this.edit({ title: this.words(4), tags: [crypto.randomUUID()] });
      const undone = await t.call(undoDecisions, { params: { id: batchId } }, this.people.admin);
      expect(undone.body.undone).toEqual([]);
      await this.review('approved');
      this.approveShown(await this.read());
    },
    'the app is withdrawn, edited, resubmitted and approved': async () => {
      await t.call(withdrawApp, { params: { id: this.id } }, this.people.maker);
      await this.edit(this.randomEdit());
      await t.call(resubmitApp, { params: { id: this.id } }, this.people.maker);
      await this.review('approved');
      this.approveShown(await this.read());
    },
    'the app is held back, edited and approved': async () => {
      const held = { status: 'pending' as const, heldAt: t.clock.now };
      await t.deps.db.update(apps).set(held).where(eq(apps.id, this.id));
      if (!this.isVerified) await this.edit(this.randomEdit());
      await this.review('approved');
    },
  };

  /** Expects public texts to share half of their words with approved ones, or to be published by a verified maker. */
  async check(): Promise<void> {
    const { body } = await t.call(listFeed, { query: {} }, this.people.viewer);
    const shown = body.find(({ id }) => id === this.id);
    expect(shown).toBeDefined();
    for (const name of fields) {
      const text = shown?.[name] ?? '';
      if (text === this.ofVerified[name]) continue;
      expect(areMostWordsNew(this.approved[name], text), `${this.approved[name]} became ${text}`).toBe(false);
    }
  }
}

test.each(Array.from({ length: cases }, (_, index) => seed + index))(
  'never publishes mostly new words in a series of edits (seed %i)',
  { timeout, tags: 'long' },
  async (ownSeed) => {
    const random = sequence(ownSeed);
    const [maker, admin, viewer] = await Promise.all([
      t.person('member'),
      t.person('admin'),
      t.person('member'),
    ]);
    const { id, title, description } = await t.addApp({ submittedBy: maker.user?.id ?? '' });
    const series = new Series(random, id, { title, description }, { maker, admin, viewer });
    const stepsTaken: string[] = [];
    try {
      for (let step = 0; step < STEPS; step += 1) {
        t.clock.advance(120_000);
        // Most steps are edits.
        const name = random() < 0.8 ? 'the maker edits' : series.pick(Object.keys(series.steps));
        stepsTaken.push(name);
        await series.steps[name]?.();
        t.clock.advance(1_000);
        await series.check();
      }
    } catch (error) {
      throw new Error(`After: ${stepsTaken.join(', ')}`, { cause: error });
    } finally {
      await t.deps.db.delete(apps).where(eq(apps.id, id));
    }
  },
);
