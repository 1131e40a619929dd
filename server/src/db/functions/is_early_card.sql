-- True for cards that a viewer gets without having looked for them: those on the first two pages of a deck that is ordered by the
-- votes of all. In `new` and `unseen`, everybody finds the newest apps first. Compares texts, because an upgrade from 0.1 adds kinds
-- of decks in the same transaction.
CREATE OR REPLACE FUNCTION is_early_card(kind deck_kind, page integer) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN page <= 2 AND kind::text IN ('best', 'trending', 'for-you');
