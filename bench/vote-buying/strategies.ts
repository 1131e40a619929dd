/**
 * How the accounts reach the bought app. Viewers of `category` do not choose single cards, but can page through all of them. In `best`
 * and `trending`, the accounts view all apps before the bought one and open the deck again, so that it is on the first page. With
 * `languages`, its maker chooses a rare language, and the accounts read only that. With `hiding`, they hide all other categories.
 */
type Way = 'category' | 'link' | 'chosen decks' | 'best' | 'trending' | 'languages' | 'hiding' | 'both';

/** Behaviour of the bought accounts in one campaign. */
export interface Strategy {
  name: string;
  /** Days between the sign-up of an account and its vote for the bought app. */
  ageDays: number;
  /** Networks that the accounts share evenly. */
  networks: number;
  /** Days of the campaign on which accounts vote for the bought app, each account on one of them. The first one is 0. */
  days: readonly number[];
  /** Hours (UTC) between which the votes of a day are spread evenly. */
  hours: readonly [from: number, to: number];
  way: Way;
  /** Visits of `best` on the days before the vote, with likes like those of a member. */
  honestVisits: number;
  /** Other apps that an account views in the visit of its vote. */
  otherApps: number;
  /** Special behaviour, if the strategy has one. */
  trick?:
    | 'likes one leading app a day'
    | 'views leading apps without a like and downvotes them'
    | 'reports leading apps'
    | 'begins as a guest'
    | 'no more votes a day than others view the app'
    | 'votes for another app a day later'
    | 'takes the vote back and casts it again'
    | 'likes all apps of the maker'
    | 'votes an hour apart'
    | 'votes a day before';
}

/** A buyer who keeps all the rules, and votes over one day. */
export const careful = {
  ageDays: 2,
  networks: 50,
  days: [5],
  hours: [0, 24],
  way: 'category',
  honestVisits: 0,
  otherApps: 12,
} as const satisfies Omit<Strategy, 'name'>;

const TEN_DAYS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Each strategy differs from `careful` only in what its name says. All were fixed before the defence was measured. */
export const strategies: readonly Strategy[] = [
  { ...careful, name: 'drip', days: TEN_DAYS },
  { ...careful, name: 'burst', hours: [12, 13] },
  { ...careful, name: 'mixed with honest taste', ageDays: 5, honestVisits: 4 },
  { ...careful, name: 'aged accounts', ageDays: 10 },
  { ...careful, name: 'one network', networks: 1 },
  { ...careful, name: 'many networks' },
  { ...careful, name: 'link campaign', way: 'link' },
  { ...careful, name: 'search, tag and maker decks', way: 'chosen decks' },
  {
    ...careful,
    name: 'after enough views',
    days: TEN_DAYS,
    trick: 'no more votes a day than others view the app',
  },
  { ...careful, name: 'ten apps, then the vote', ageDays: 1, otherApps: 10 },
  { ...careful, name: 'one vote a day', ageDays: 9, days: [9], trick: 'likes one leading app a day' },
  { ...careful, name: 'night hours', hours: [22, 24] },
  { ...careful, name: 'one-hour gaps', networks: 1, days: [3, 4, 5], trick: 'votes an hour apart' },
  {
    ...careful,
    name: 'downvotes against competitors',
    trick: 'views leading apps without a like and downvotes them',
  },
  { ...careful, name: "reporters' ring", trick: 'reports leading apps' },
  { ...careful, name: 'guests turned members', trick: 'begins as a guest' },
  { ...careful, name: 'school-like network', networks: 1, ageDays: 35 },
  { ...careful, name: 'two apps in turn', days: [2, 4], trick: 'votes for another app a day later' },
  { ...careful, name: 'votes cast again', days: TEN_DAYS, trick: 'takes the vote back and casts it again' },
  { ...careful, name: 'like a fan group', trick: 'likes all apps of the maker' },
];

/** Accounts that are old enough for most places of `best`. */
const OLD_ENOUGH_DAYS = 45;

/** Strategies of buyers who know the defence. They were added after it. */
export const informed: readonly Strategy[] = [
  { ...careful, name: 'everything before it in best', way: 'best' },
  { ...careful, name: 'everything before it in trending', way: 'trending' },
  { ...careful, name: 'a rare language', way: 'languages' },
  { ...careful, name: 'nineteen hidden categories', way: 'hiding' },
  { ...careful, name: 'a rare language and hidden categories', way: 'both' },
  { ...careful, name: 'votes first, then everything before it', way: 'best', trick: 'votes a day before' },
  { ...careful, name: 'old accounts, everything before it', way: 'best', ageDays: OLD_ENOUGH_DAYS },
];

/** Ways in which accounts try to lower the first apps of `trending`. All act within one hour. */
export const attacks = [
  'views without a confirmed address',
  'views',
  "views from members' networks",
  'likes that an admin takes back',
  'views of accounts that are suspended later',
  'reports',
] as const;
export type Attack = (typeof attacks)[number];
