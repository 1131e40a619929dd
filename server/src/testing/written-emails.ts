const movedEmailOf = (mark: string) => `moved-${mark}@zaps.test`;
const moved = `'moved-' || :mark || '@zaps.test'`;
const token = (mark: string) => ({ token: `${mark}-token0` });
const tokenHash = `encode(sha256((:mark || '-token0')::bytea), 'hex')`;
const pending = `INSERT INTO pending_emails (id, user_id, email, token_hash, expires_at)
  VALUES (:mark, :mark, ${moved}, ${tokenHash}, now() + interval '1 hour');`;
const hasMoved = `EXISTS (SELECT FROM users WHERE id = :mark AND email = ${moved})`;

interface Marked {
  mark: string;
}

/** Writing routes of a change of email, and of the confirmation mail. */
export const writtenEmails = {
  resendVerification: {
    before: 'UPDATE users SET email_verified_at = NULL WHERE id = :mark;',
    stored: `(EXISTS (SELECT FROM jobs.job WHERE data::text LIKE '%"verify"%' AND data::text LIKE '%' || :mark || '%')
      OR EXISTS (SELECT FROM account_tokens WHERE user_id = :mark AND purpose = 'verify_email'))`,
  },
  changeEmail: {
    body: ({ mark }: Marked) => ({ email: movedEmailOf(mark) }),
    stored: 'EXISTS (SELECT FROM pending_emails WHERE user_id = :mark)',
  },
  cancelEmailChange: {
    before: pending,
    stored: 'NOT EXISTS (SELECT FROM pending_emails WHERE user_id = :mark AND token_hash IS NOT NULL)',
  },
  confirmEmailChange: {
    before: pending,
    body: ({ mark }: Marked) => token(mark),
    stored: hasMoved,
  },
  undoEmailChange: {
    before: `INSERT INTO previous_emails (id, user_id, email, undoable_until, undo_hash, had_google, had_platform)
      VALUES (:mark, :mark, ${moved}, now() + interval '1 hour', ${tokenHash}, false, false);`,
    body: ({ mark }: Marked) => token(mark),
    stored: hasMoved,
  },
};

const TOKEN = 'a'.repeat(43);

/** Valid inputs for the endpoints of the email address. */
export const emailCalls = (unique: string) => ({
  verifyEmail: { refused: 'token_invalid', body: { token: TOKEN } },
  resendVerification: {},
  changeEmail: { body: { email: `moved-${unique}@example.org` } },
  cancelEmailChange: {},
  confirmEmailChange: { refused: 'token_invalid', body: { token: TOKEN } },
  undoEmailChange: { refused: 'token_invalid', body: { token: TOKEN } },
});
