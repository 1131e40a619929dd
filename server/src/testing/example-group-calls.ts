/** Calls about groups of accounts and votes that were taken back. No group has the id. */
export const exampleGroupCalls = (id: string) =>
  ({
    voteGroups: { query: { limit: 5, offset: 0, state: 'all' } },
    readVoteGroup: { params: { id } },
    dismissVoteGroup: { params: { id }, body: { isDismissed: true } },
    takeVotesBack: { params: { id } },
    readTakeback: { params: { id } },
    undoTakeback: { params: { id } },
  }) as const;
