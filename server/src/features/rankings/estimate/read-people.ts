import type { Db } from '../../../db/client.ts';
import { run, write } from '../../../db/statement.ts';
import { dayOf } from '../../feed/deck-pages.ts';

/** Number of latest decks from whose members the sample is taken. A hash of the id decides the order of the sample. */
const DECKS_READ = 200_000;
const PEOPLE_MAX = 500;
/** Maximum totals of the sample. They bound the rows of a request. */
const [VISITS_MAX, SEEN_MAX] = [4_000, 200_000];
/** Members who have seen more apps are left out. */
const SEEN_BY_ONE_MAX = 1_000;
/** Pages of a visit that are read. */
const PAGES_READ = 5;

/** A sampled member. */
interface SampledPerson {
  id: string;
  /** Number of members from whom the sample was taken. */
  members: number;
}

/** A dealt card. Times of the viewer's last view and of the like are in milliseconds. */
export type LoggedCard = [appId: string, reason: string, seenAt: number | null, likedAt: number | null];

export interface LoggedVisit {
  personId: string;
  startedAt: number;
  cards: LoggedCard[];
}

/** Samples the members who have opened the deck `best` since the time. */
export function samplePeople(db: Db, since: Date): Promise<SampledPerson[]> {
  return run<SampledPerson>(
    db,
    write(
      (use) => `WITH latest AS MATERIALIZED (
          SELECT user_id, kind FROM decks WHERE day >= ${use(dayOf(since.getTime()))}::date
          ORDER BY day DESC LIMIT ${DECKS_READ}
        ), members AS MATERIALIZED (
          SELECT users.id, count(*) AS visits, coalesce(seen_counts.seen, 0) AS seen
          FROM latest JOIN users ON users.id = latest.user_id LEFT JOIN seen_counts ON seen_counts.user_id = users.id
          WHERE latest.kind = 'best' AND NOT users.is_guest AND coalesce(seen_counts.seen, 0) <= ${SEEN_BY_ONE_MAX}
          GROUP BY users.id, seen_counts.seen
        ), ordered AS (
          SELECT id, sum(visits) OVER by_hash AS visits, sum(seen) OVER by_hash AS seen FROM members
          WINDOW by_hash AS (ORDER BY hashtextextended(id::text, 0), id)
        )
        SELECT id, (SELECT count(*)::int FROM members) AS members FROM ordered
        WHERE visits <= ${VISITS_MAX} AND seen <= ${SEEN_MAX} ORDER BY visits LIMIT ${PEOPLE_MAX}`,
    ),
  );
}

const millisecondsOf = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`;

/** Reads the visits of these people to the deck `best` since the time, the earliest first, with the cards in their order. */
export function readVisits(db: Db, ids: readonly string[], since: Date): Promise<LoggedVisit[]> {
  return run<LoggedVisit>(
    db,
    write((use) => {
      const day = `${use(dayOf(since.getTime()))}::date`;
      return `SELECT decks.user_id AS "personId", ${millisecondsOf('decks.started_at')} AS "startedAt",
          json_agg(json_build_array(card.id, substr(pages.reasons, card.place::int, 1),
            ${millisecondsOf('seen_apps.last_viewed_at')}, ${millisecondsOf('votes.created_at')})
            ORDER BY pages.page, card.place) AS cards
        FROM decks
        JOIN deck_pages AS pages ON pages.deck_id = decks.id AND pages.day = decks.day AND pages.page <= ${PAGES_READ}
        CROSS JOIN LATERAL unnest(pages.app_ids) WITH ORDINALITY AS card (id, place)
        LEFT JOIN seen_apps ON seen_apps.user_id = decks.user_id AND seen_apps.app_id = card.id
        LEFT JOIN votes ON votes.user_id = decks.user_id AND votes.app_id = card.id AND votes.vote_type = 'up'
        WHERE decks.user_id = ANY (${use(ids)}::uuid[]) AND decks.kind = 'best' AND decks.day >= ${day} AND pages.day >= ${day}
        GROUP BY decks.id ORDER BY decks.started_at, decks.id`;
    }),
  );
}

/** Apps of a person, with the time of the last view in milliseconds, the least recently viewed first. */
interface SeenByPerson {
  personId: string;
  seen: [appId: string, at: number][];
}

export function readSeen(db: Db, ids: readonly string[]): Promise<SeenByPerson[]> {
  return run<SeenByPerson>(
    db,
    write(
      (use) => `SELECT user_id AS "personId",
          json_agg(json_build_array(app_id, ${millisecondsOf('last_viewed_at')}) ORDER BY last_viewed_at, app_id) AS seen
        FROM seen_apps WHERE user_id = ANY (${use(ids)}::uuid[])
        GROUP BY user_id`,
    ),
  );
}
