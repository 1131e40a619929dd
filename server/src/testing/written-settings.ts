/** Number that differs between successive calls. */
interface Turn {
  turn: number;
}

/** Bodies that save settings, which differ with the turn. */
export const settingsOf = {
  weights: ({ turn }: Turn) => ({
    upvoteWeight: 10,
    downvoteWeight: 5,
    viewWeight: 0.1,
    timeWeight: 0.5 + turn / 1_000_000,
  }),
  algorithm: ({ turn }: Turn) => ({
    algorithmType: 'normal',
    appsPerPage: 1 + (turn % 100),
    maxDiversityPool: 100,
    categoryDiversityEnabled: true,
    recycledContentThreshold: 50,
    freshContentPriority: 80,
  }),
  // Values with which reports never hide the apps that other writers vote on.
  moderation: ({ turn }: Turn) => ({
    isHoldingEnabled: false,
    reportsToHold: 100,
    reporterAgeHours: 720,
    holdsPerHour: 5,
    isDailyMailEnabled: true,
    hoursUntilMail: 1 + (turn % 700),
  }),
};
