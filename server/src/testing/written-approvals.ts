const applies = `UPDATE users SET must_be_approved = true, email_verified_at = now() WHERE id = :mark;
  INSERT INTO applications (user_id, answer, answered_at) VALUES (:mark, 'I make games', now());`;
const has = (condition: string) => `EXISTS (SELECT FROM users WHERE id = :mark AND ${condition})`;

/** Writing routes of invitations, and of accounts that need approval. The subject is such an account. */
export const writtenApprovals = {
  createInvitation: {
    body: () => ({ uses: 1, days: 7 }),
    stored: "EXISTS (SELECT FROM audit_log WHERE actor_id = :admin AND action = 'invitation.created')",
  },
  revokeInvitation: {
    before: `INSERT INTO invitations (id, hash, uses_max, uses_left, expires_at)
      VALUES (:mark, :mark, 1, 1, now() + interval '1 day');`,
    stored: 'EXISTS (SELECT FROM invitations WHERE id = :mark AND revoked_at IS NOT NULL)',
  },
  answerQuestion: {
    before: applies,
    body: () => ({ answer: 'I make small games.' }),
    stored: "EXISTS (SELECT FROM applications WHERE user_id = :mark AND answer = 'I make small games.')",
  },
  decideApplication: {
    before: applies,
    body: () => ({ decision: 'approved' }),
    stored: has('approved_at IS NOT NULL'),
  },
  undoApplicationDecision: {
    before: `${applies} UPDATE users SET approved_at = now() WHERE id = :mark;
      UPDATE applications SET decided_by = :admin WHERE user_id = :mark;`,
    stored: has('approved_at IS NULL'),
  },
};

/** Valid inputs for the endpoints of invitations, approval and roles from the provider. */
export const registrationCalls = (id: string) => ({
  checkInvitation: { body: { invitation: 'unknown' } },
  invitations: { query: { limit: 5, offset: 0 } },
  createInvitation: { body: { uses: 1, days: 7 } },
  revokeInvitation: { refused: 'invitation_not_found', params: { id } },
  adminClaimRoles: {},
  saveClaimRoles: {
    body: { claimRoles: [{ value: 'staff', role: 'moderator' as const }], trustsProviderFactor: true },
  },
  ownApplication: {},
  answerQuestion: { refused: 'already_decided', body: { answer: 'I make small games.' } },
  applications: { query: { limit: 5, offset: 0 } },
  decideApplication: {
    refused: 'user_not_found',
    params: { id },
    body: { decision: 'refused' as const, reason: 'Spam' },
  },
  undoApplicationDecision: { refused: 'decision_not_found', params: { id } },
});
