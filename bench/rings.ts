import { settleTakebackJob } from '@zapdeck/server/features/takebacks/settle';
import { findGroupsJob } from '@zapdeck/server/features/vote-groups/find/find-groups.job';
import { fillCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { drive, type Load } from './load.ts';
import { scenarioOf } from './scenarios.ts';
import { describeMachine, readMachine } from './machine.ts';
import { fillLikes } from './rings/fill-likes.ts';
import { findRing, takeAndRestore } from './rings/measure-rings.ts';
import { openServerJobs } from './rings/run-on-server.ts';
import { openWorld } from './world.ts';

/**
 * Hides a ring between honest members and fans of makers, runs the nightly job beside votes, and takes the votes of the ring
 * back and puts them back, beside votes too. The server runs both jobs, and this process only sends votes. Prints what was found,
 * and the longest vote.
 */
const options = readOptions({
  apps: 20_000,
  users: 100_000,
  // Mean number of likes per member.
  likes: 56,
  ring: 200,
  seed: 1,
  fans: 50,
  // Accounts whose votes are taken back, beyond the ring.
  more: 100,
  // Duration of the votes beside the job, and of those beside the takeback.
  seconds: 60,
});
const { apps, users, likes, seed } = options;
const crowd = {
  seed,
  likes,
  ring: { members: options.ring, apps: options.ring > 0 ? 20 : 0, others: 60 },
  fans: { groups: options.fans, members: 30, apps: 25 },
};
const ALONE_S = 10;

const world = await openWorld(async (client) => {
  const filled = await fillCatalogue(client, { apps, users, seen: users });
  say('filling with likes …');
  await fillLikes(client, crowd);
  return filled;
}, options.keep);
const { client } = world;
const server = await world.startServer();
const jobs = await openServerJobs(world.connection);

try {
  const votes = { ...(await scenarioOf(world, server.url, 'vote, spread')), connections: 1 };
  const inWords = ({ maxMs, p99Ms, perSecond }: Load) =>
    `longest vote ${maxMs} ms, p99 ${p99Ms} ms, ${Math.round(perSecond)} votes a second`;
  /** Runs the work beside votes, which go on for some time. */
  const beside = <T>(work: () => Promise<T>): Promise<[T, Load]> =>
    Promise.all([work(), drive(server.url, votes, { seconds: options.seconds })]);
  say(describeMachine(readMachine()));
  const { rows } = await client.query<{ votes: string }>('SELECT count(*) AS votes FROM votes');
  say(`${rows[0]?.votes} votes of ${users} accounts`);
  await drive(server.url, votes, { seconds: 2 });
  say(`alone: ${inWords(await drive(server.url, votes, { seconds: ALONE_S }))}`);
  const search = () => jobs.run(findGroupsJob, {});
  say(`job alone: ${(await findRing(client, search)).seconds.toFixed(1)} s`);
  const [{ ring, honest, fanGroups, seconds }, job] = await beside(() => findRing(client, search));
  say(
    `job: ${seconds.toFixed(1)} s; ${ring} of ${crowd.ring.members} accounts of the ring, ${honest} honest accounts and ${fanGroups} whole fan groups marked`,
  );
  say(`beside the job: ${inWords(job)}`);
  const accounts = await client.query<{ id: string }>(
    `(SELECT user_id AS id FROM bench_crowd WHERE role = 'ring')
     UNION (SELECT user_id FROM bench_crowd WHERE role = 'honest' ORDER BY n LIMIT $1)`,
    [options.more],
  );
  const ids = accounts.rows.map(({ id }) => id);
  const [settled, load] = await beside(() =>
    takeAndRestore(client, ids, (id) => jobs.run(settleTakebackJob, { id })),
  );
  say(
    `${settled.votes} votes taken back in ${settled.takenSeconds.toFixed(1)} s and put back in ${settled.restoredSeconds.toFixed(1)} s; ${settled.wrong} wrong counters, ${settled.different} votes differ`,
  );
  say(`beside it: ${inWords(load)}`);
} finally {
  await jobs.close();
  await server.end();
  await world.close();
}
