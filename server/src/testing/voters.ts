import { signup } from '@zapdeck/contract/sign-in/signup';
import { castVote } from '@zapdeck/contract/feed/votes';
import { newId } from '../db/columns.ts';

const VOTERS = 4;
const PASSWORD = 'correct-horse-9';

export interface Voters {
  answered(count: number): Promise<void>;
  /** Lets voters finish. Those without a response have stopped. */
  stop(): Promise<void>;
  /**
   * Returns votes that differ from the last response, and users who are unknown. Votes without a response are left
   * out.
   */
  findLost(url: string): Promise<string[]>;
}

interface Vote {
  userVote: { voteType: string } | null;
}

/** Starts users who vote on many apps continuously and record the responses. */
export async function startVoters(url: string): Promise<Voters> {
  const post = (path: string, body: unknown, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
  const cookies = await Promise.all(
    Array.from({ length: VOTERS }, async () => {
      const form = { email: `voter-${newId()}@example.org`, firstName: 'Voter' };
      const response = await post(signup.path, { ...form, password: PASSWORD, confirmPassword: PASSWORD });
      return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    }),
  );
  const read = async (from: string, cookie: string, query = '') => {
    const response = await fetch(`${from}/api/apps${query}`, { headers: { cookie } });
    return (await response.json()) as (Vote & { id: string })[];
  };
  const ids = (await read(url, cookies[0] ?? '')).map(({ id }) => id);
  if (ids.length === 0) throw new Error('There is nothing to vote on');

  /** Last response per voter and app, and requests without a response. */
  const acknowledged = new Map<string, string | null>();
  const unanswered = new Set<string>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let answers = 0;
  const over = new AbortController();

  const people = cookies.map(async (cookie, voter) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const appId = ids[(round * 7 + voter) % ids.length] ?? '';
      const key = `${voter} ${appId}`;
      unanswered.add(key);
      const body = { appId, voteType: round % 3 ? 'up' : 'down' };
      const response = await post(castVote.path, body, cookie).catch(() => undefined);
      const answer =
        response?.status === 200 && ((await response.json().catch(() => undefined)) as Vote | undefined);
      // The outcome is unknown, so this voter stops.
      if (!answer) return;
      acknowledged.set(key, answer.userVote?.voteType ?? null);
      unanswered.delete(key);
      answers += 1;
      for (const one of waiting) if (answers >= one.count) one.resolve();
    }
  });
  return {
    answered: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    async stop() {
      over.abort();
      await Promise.all(people);
    },
    async findLost(from) {
      const lost: string[] = [];
      for (const [voter, cookie] of cookies.entries()) {
        const found = await read(from, cookie, `?ids=${ids.join(',')}`);
        if (!Array.isArray(found)) lost.push(`the session of ${voter}`);
        else
          for (const { id, userVote } of found) {
            const key = `${voter} ${id}`;
            if (unanswered.has(key) || !acknowledged.has(key)) continue;
            const [stands, answered] = [userVote?.voteType ?? null, acknowledged.get(key)];
            if (stands !== answered) lost.push(`${key}: ${stands}, not ${answered}`);
          }
      }
      return lost;
    },
  };
}
