const audited = (action: string) =>
  `EXISTS (SELECT FROM audit_log WHERE actor_id = :admin AND action = '${action}')`;
const votes = `INSERT INTO votes (id, user_id, app_id, vote_type) VALUES (:mark, :mark, :mark, 'up');`;
const group = `INSERT INTO vote_groups (id, makers, last_found_at) VALUES (:mark, 8, now());
  INSERT INTO vote_group_members (group_id, user_id, observed, expected) VALUES (:mark, :mark, 8, 0.5);`;

/** Writing routes of vote groups, and of votes that are taken back. The subject is in a group of one member. */
export const writtenTakebacks = {
  dismissVoteGroup: {
    before: group,
    body: () => ({ isDismissed: true }),
    stored: 'EXISTS (SELECT FROM vote_groups WHERE id = :mark AND dismissed_at IS NOT NULL)',
  },
  takeVotesBack: { before: `${votes} ${group}`, stored: audited('votes.taken_back') },
  takePersonVotesBack: {
    before: `${votes} UPDATE users SET suspended_at = now(), suspended_reason = 'Spam' WHERE id = :mark;`,
    stored: audited('votes.taken_back'),
  },
  undoTakeback: {
    before: 'INSERT INTO takebacks (id, settled_at) VALUES (:mark, now());',
    stored: 'EXISTS (SELECT FROM takebacks WHERE id = :mark AND undone_at IS NOT NULL)',
  },
};
