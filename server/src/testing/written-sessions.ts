const endedSession = {
  before: `INSERT INTO sessions (id, sid, user_id, expire)
    VALUES (:mark, 'second ' || :mark, :mark, now() + interval '1 day');`,
  stored: 'NOT EXISTS (SELECT FROM sessions WHERE id = :mark)',
};

/** Writing routes that end one session. */
export const writtenSessions = { endOwnSession: endedSession, endPersonSession: endedSession };
