/** SQL condition on `users`: likes of the account count in decks, because it is a day old and has a confirmed email. */
export const isTrustedAccount = (now: string): string =>
  `users.email_verified_at IS NOT NULL AND users.created_at <= ${now} - interval '1 day'`;
