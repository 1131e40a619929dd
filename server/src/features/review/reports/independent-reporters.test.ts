import { describe, expect, test } from 'vitest';
import { countIndependent, type Reporter } from './independent-reporters.ts';
import { mailboxOf } from './mailbox.ts';

describe('mailboxOf', () => {
  const none = new Set<string>();
  test.each([
    ['rob.in+zap@gmail.com', 'robin@googlemail.com'],
    ['robin+a@proton.me', 'robin@pm.me'],
    ['robin@outlook.com', 'robin+x@outlook.com'],
    ['one@catch-all.example', 'two@catch-all.example'],
    ['one@a.catch-all.co.uk', 'two@b.catch-all.co.uk'],
    ['one@me.duckdns.org', 'two@you.duckdns.org'],
  ])('returns one mailbox for %s and %s', (one, other) =>
    expect(mailboxOf(one, none)).toBe(mailboxOf(other, none)),
  );

  test.each([
    ['one@gmail.com', 'two@gmail.com'],
    ['robin@gmail.com', 'robin@outlook.com'],
    ['ro.bin@outlook.com', 'robin@outlook.com'],
    ['one@catch-all.example', 'one@other.example'],
    ['+a@gmail.com', '+b@gmail.com'],
  ])('returns two mailboxes for %s and %s', (one, other) =>
    expect(mailboxOf(one, none)).not.toBe(mailboxOf(other, none)),
  );

  test('members at the domain of an admin have their own mailboxes, without tags', () => {
    const own = new Set(['company.example']);
    expect(mailboxOf('one@company.example', own)).not.toBe(mailboxOf('two@company.example', own));
    expect(mailboxOf('one+a@company.example', own)).toBe(mailboxOf('one+b@company.example', own));
  });
});

describe('countIndependent', () => {
  const reporter = (mailbox: string, networks: (string | null)[], dismissals = 0): Reporter => ({
    mailbox,
    networks,
    dismissals,
  });
  test.each<[string, Reporter[], number, number]>([
    ['no reporters', [], 0, 0],
    ['three independent reporters', [reporter('a', ['1']), reporter('b', ['2']), reporter('c', ['3'])], 3, 3],
    ['one network', [reporter('a', ['1']), reporter('b', ['1']), reporter('c', ['1'])], 1, 1],
    ['one mailbox', [reporter('a', ['1']), reporter('a', ['2']), reporter('a', ['3'])], 1, 1],
    [
      'a chain',
      [reporter('a', ['1']), reporter('a', ['2']), reporter('b', ['2']), reporter('b', ['3'])],
      1,
      1,
    ],
    ['a link found last', [reporter('a', ['1']), reporter('b', ['2']), reporter('c', ['1', '2'])], 1, 1],
    ['unknown networks', [reporter('a', [null]), reporter('b', [null]), reporter('c', ['1'])], 2, 2],
    ['dismissed before', [reporter('a', ['1'], 1), reporter('b', ['2'], 2), reporter('c', ['3'])], 3, 1.75],
    ['the best of a group', [reporter('a', ['1'], 3), reporter('b', ['1'])], 1, 1],
  ])('counts %s', (_what, reporters, count, weight) =>
    expect(countIndependent(reporters)).toEqual({ count, weight }),
  );
});
