/** Calls about groups of accounts and votes that were taken back. No group has the id. */
export const exampleGroupCalls = (id: string) =>
  ({
    voteGroups: { query: { limit: 5, offset: 0, state: 'all' } },
    readVoteGroup: { refused: 'group_not_found', params: { id } },
    dismissVoteGroup: { refused: 'group_not_found', params: { id }, body: { isDismissed: true } },
    takeVotesBack: { refused: 'group_not_found', params: { id } },
    readTakeback: { refused: 'takeback_not_found', params: { id } },
    undoTakeback: { refused: 'takeback_not_found', params: { id } },
  }) as const;
