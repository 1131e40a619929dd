import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AppToPresent, presentApp, type ShownApp } from '../apps/present-app.ts';
import { AppTexts, textOf, writeApp } from './app-texts.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '","upvotes":1,', '\u2028', '</x>'),
);
const anyName = fc.option(anyText);
const anyCount = fc.nat();
const anyMoment = fc.date({ noInvalidDate: true });
const [someId, ownerId, viewerId] = [fc.uuid(), fc.uuid(), fc.uuid()];

const anyRow: fc.Arbitrary<AppToPresent<ShownApp>> = fc.record({
  app: fc.record({
    id: someId,
    title: anyText,
    description: anyText,
    url: anyText,
    category: anyText,
    thumbnailUrl: anyName,
    tags: fc.array(anyText),
    status: fc.constant('approved'),
    upvotes: anyCount,
    downvotes: anyCount,
    views: anyCount,
    frameStatus: fc.constantFrom('unknown', 'ok', 'refused', 'unreachable'),
    createdAt: anyMoment,
    updatedAt: anyMoment,
    submittedBy: fc.option(ownerId),
  }),
  submitter: fc.option(fc.record({ firstName: anyName, email: anyName })),
  vote: fc.constantFrom('up', 'down', null),
});

it('an app put together from its pieces is to the byte what is presented', () => {
  const anyViewer = fc.record({ id: viewerId, isAdmin: fc.boolean() });
  fc.assert(
    fc.property(anyRow, anyViewer, fc.boolean(), (row, someone, isOwner) => {
      const { upvotes, downvotes, views, submittedBy } = row.app;
      const viewer = isOwner && submittedBy !== null ? { ...someone, id: submittedBy } : someone;
      const state = { upvotes: `${upvotes}`, downvotes: `${downvotes}`, views: `${views}`, vote: row.vote };
      expect(writeApp(textOf(row), state, viewer)).toBe(JSON.stringify(presentApp(row, viewer)));
    }),
    { numRuns: 1_000 },
  );
});

const text = (letters: number) => ({
  submittedBy: null,
  upToCounts: 'a'.repeat(letters),
  upToVote: '',
  submitter: 'null',
  submitterWithEmail: 'null',
});

it('a text is found under its version alone', () => {
  const texts = new AppTexts();
  const [first, second] = [text(1), text(2)];
  expect(texts.findOrKeep({ id: 'a', textVersion: '1' }, () => first)).toBe(first);
  expect(texts.findOrKeep({ id: 'a', textVersion: '1' }, () => second)).toBe(first);
  expect(texts.find({ id: 'b', textVersion: '1' })).toBeUndefined();
  expect(texts.find({ id: 'a', textVersion: '2' })).toBeUndefined();
  expect(texts.findOrKeep({ id: 'a', textVersion: '2' }, () => second)).toBe(second);
  expect(texts.find({ id: 'a', textVersion: '1' })).toBeUndefined();
});

it('knows whether half of some apps are there, of whatever version', () => {
  const texts = new AppTexts();
  texts.findOrKeep({ id: 'a', textVersion: '1' }, () => text(1));
  expect(texts.hasMost(['a', 'b'])).toBe(true);
  expect(texts.hasMost(['a', 'b', 'c'])).toBe(false);
});

it('never keeps more than it may, however long that goes on', () => {
  const texts = new AppTexts(10_000);
  const ids = Array.from({ length: 200 }, (_, index) => `${index}`);
  for (const [index, id] of ids.entries()) {
    // Of every other app, a second version.
    for (const textVersion of index % 2 ? ['1', '2'] : ['1'])
      texts.findOrKeep({ id, textVersion }, () => text(1_000));
    const kept = ids.filter((known) => texts.hasMost([known]));
    expect(kept).toContain(id);
    expect(kept.length).toBeLessThanOrEqual(9);
  }
});
