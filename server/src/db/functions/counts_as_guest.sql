-- Returns true for guests, and for accounts whose address or approval is missing. First views of all of these share one limit.
-- Without a mail server, addresses cannot be confirmed. Then a missing confirmation counts only if the account was asked for one.
CREATE OR REPLACE FUNCTION counts_as_guest(person users) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT person.is_guest OR (person.must_be_approved AND person.approved_at IS NULL)
    OR (person.email_verified_at IS NULL
      AND (person.must_confirm_email OR (SELECT confirms_emails FROM first_views_state)))
$$;
