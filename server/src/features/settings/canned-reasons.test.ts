import { adminApp, adminAppHistory } from '@zapdeck/contract/apps/admin-app';
import { REVIEW_REASON_MAX, setAppStatus } from '@zapdeck/contract/apps/apps';
import { ownApp, ownAppHistory, ownApps } from '@zapdeck/contract/apps/own-app';
import * as contract from '@zapdeck/contract/moderation/moderation';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { appMails } from '../makers/app-mails.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

type Form = Parameters<typeof t.call<typeof contract.addCannedReason>>[1]['body'];

const list = async (query = {}) => (await t.call(contract.cannedReasons, { query }, admin)).body;
const add = (body: Form) => t.call(contract.addCannedReason, { body }, admin);
const change = (id: string, body: Partial<Form> & { updatedAt?: string }) =>
  t.call(contract.editCannedReason, { params: { id }, body }, admin);
const remove = (id: string) => t.call(contract.deleteCannedReason, { params: { id } }, admin);

describe('canned reasons', () => {
  test('have defaults and unique labels, and can be added, changed and deleted', async () => {
    const labels = async () => (await list()).map(({ label }) => label);
    expect(await labels()).toEqual([
      'Does not load',
      'Misleads people',
      'Needs an account',
      'Not for this deck',
      'Nothing to try',
      'Text does not fit',
    ]);
    const form = { label: 'come back later', text: 'Please wait.\r\nWe will see.' };
    const { body: added } = await add(form);
    expect(added).toEqual({
      id: expect.any(String),
      label: 'come back later',
      text: 'Please wait.\nWe will see.',
      labels: {},
      texts: {},
      updatedAt: t.clock.now.toISOString(),
    });
    expect((await labels())[0]).toBe('come back later');
    expect(await list({ limit: 1, offset: 1 })).toMatchObject([{ label: 'Does not load' }]);

    expect((await add({ ...form, label: 'COME back later' })).error).toMatchObject({
      code: 'label_taken',
      fields: { label: 'A reason with this name already exists.' },
    });
    expect((await change(added.id, { label: 'does NOT load' })).error.code).toBe('label_taken');
    t.clock.advance(1_000);
    const updatedAt = t.clock.now.toISOString();
    expect((await change(added.id, { text: 'Later.' })).body).toEqual({
      ...added,
      text: 'Later.',
      updatedAt,
    });
    expect((await remove(added.id)).status).toBe(204);
    expect((await remove(added.id)).error.code).toBe('canned_reason_not_found');
    expect((await change(added.id, { text: 'x' })).error.code).toBe('canned_reason_not_found');
    expect(await labels()).toHaveLength(6);
    // The name of a deleted reason is free.
    const again = await add(form);
    expect([again.status, (await remove(again.body.id)).status]).toEqual([201, 204]);
  });

  test('keep a text for each language, without empty ones', async () => {
    const words = { labels: { de: 'Später', fr: '' }, texts: { ja: 'あとで', ar: ' ' } };
    const { body: added } = await add({ label: 'Later', text: 'Later.', ...words });
    expect(added).toMatchObject({ labels: { de: 'Später' }, texts: { ja: 'あとで' } });
    const { body: edited } = await change(added.id, { texts: { de: 'Später.' } });
    expect(edited).toMatchObject({ labels: { de: 'Später' }, texts: { de: 'Später.' } });
    const long = { ar: '\u{1F600}'.repeat(REVIEW_REASON_MAX / 2) };
    expect((await change(added.id, { texts: long })).body.texts).toEqual(long);
    const tooLong = { texts: { ar: 'x'.repeat(REVIEW_REASON_MAX + 1) }, labels: { de: 'a\u200bb' } };
    expect((await change(added.id, tooLong)).error.fields).toEqual({
      'texts.ar': `At most ${REVIEW_REASON_MAX} characters`,
      'labels.de': 'Please use one line without invisible characters',
    });
    expect((await change(added.id, { texts: { xx: 'x' } as never })).error.code).toBe('invalid_input');
    // Of a language that existed in an earlier version.
    await t.deps.pool.query(`UPDATE canned_reasons SET texts = texts || '{"xx": "x"}' WHERE id = $1`, [
      added.id,
    ]);
    expect((await list()).find(({ id }) => id === added.id)?.texts).toEqual(long);
    await remove(added.id);
  });

  test('are not overwritten by an admin who has not seen the last change', async () => {
    const { body: added } = await add({ label: 'Later', text: 'Later.' });
    const { updatedAt } = added;
    t.clock.advance(1_000);
    const { body: edited } = await change(added.id, { texts: { de: 'Später.' }, updatedAt });
    const late = await change(added.id, { text: 'Not yet.', texts: {}, updatedAt });
    expect([late.status, late.error.code]).toEqual([409, 'canned_reason_changed']);
    expect((await list()).find(({ id }) => id === added.id)).toEqual(edited);
    const seen = await change(added.id, { text: 'Not yet.', updatedAt: edited.updatedAt });
    expect(seen.body).toMatchObject({ text: 'Not yet.', texts: { de: 'Später.' } });
    await remove(added.id);
  });

  describe('in a rejection', () => {
    /** Returns what a maker with the language reads, and what a moderator with it reads. */
    const readersOf = async (language: Language, reason: string) => {
      const maker = await t.person('member', { language });
      const moderator = await t.person('moderator', { language });
      const { id } = await t.addApp({ status: 'pending', submittedBy: maker.user?.id ?? null });
      const params = { id };
      t.clock.advance(1_000);
      await t.call(setAppStatus, { params, body: { status: 'rejected', reason } }, admin);
      return async () => {
        const attempt = { id: newId(), log: t.app.log, isStopping: () => false };
        await appMails.run(t.deps, { kind: 'rejected', appId: id, reason }, attempt);
        const inMail = t.sentMails.at(-1)?.text.match(/(?<=:\n)[^]*?(?=\n\n)/)?.[0];
        const app = await t.call(ownApp, { params }, maker);
        const apps = await t.call(ownApps, { query: {} }, maker);
        const history = await t.call(ownAppHistory, { params, query: {} }, maker);
        const seen = await t.call(adminApp, { params }, moderator);
        const events = await t.call(adminAppHistory, { params, query: {} }, moderator);
        return new Set([
          inMail,
          app.body.reviewReason,
          apps.body[0]?.reviewReason,
          ...history.body.flatMap(({ reason: told }) => told ?? []),
          seen.body.reviewReason,
          ...events.body.flatMap(({ after }) => after?.['reviewReason'] ?? []),
        ]);
      };
    };
    const readIn = async (language: Language, reason: string) => (await readersOf(language, reason))();

    test('of a new instance exist in all languages', async () => {
      const canned = await list();
      expect(canned).toHaveLength(6);
      const others = Object.keys(languages).filter((tag) => tag !== 'en') as Language[];
      for (const { label, text, labels, texts } of canned)
        for (const tag of others) {
          expect([labels[tag], texts[tag]]).toEqual([expect.any(String), expect.any(String)]);
          expect([labels[tag], texts[tag]]).not.toEqual([label, text]);
        }
      const { text = '', texts } = canned[0] ?? {};
      expect(await readIn('de', text)).toEqual(new Set([texts?.de]));
    });

    test('are shown in the reader’s language, in mails, lists and histories', async () => {
      const body = { label: 'Too loud', text: 'Too loud.\nTurn it down.', texts: { de: 'Zu laut.', fr: '' } };
      await add(body);
      expect(await readIn('de', body.text)).toEqual(new Set(['Zu laut.']));
      expect(await readIn('en', 'Zu laut.')).toEqual(new Set([body.text]));
      expect(await readIn('fr', 'Zu laut.')).toEqual(new Set([body.text]));
      // What the moderator typed stays.
      const typed = 'Nach zwei Minuten.';
      expect(await readIn('de', `${body.text}\n${typed}`)).toEqual(new Set([`Zu laut.\n${typed}`]));
      expect(await readIn('de', `It is ${body.text}`)).toEqual(new Set([`It is ${body.text}`]));
    });

    test('keep the text of the rejection when an admin edits or deletes them', async () => {
      const body = { label: 'Noise', text: 'Too loud.', texts: { de: 'Zu laut.' } };
      const { body: added } = await add(body);
      const read = await readersOf('de', 'Too loud.');
      const edited = { text: 'Much too loud.', texts: { de: 'Viel zu laut.' } };
      await change(added.id, edited);
      expect(await read()).toEqual(new Set(['Zu laut.']));
      await remove(added.id);
      expect([await read(), await readIn('de', 'Much too loud.')]).toEqual([
        new Set(['Zu laut.']),
        new Set(['Viel zu laut.']),
      ]);
    });
  });
});
