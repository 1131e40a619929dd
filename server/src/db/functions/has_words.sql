-- Returns true if the document of an app matches. All lists that are searched use it; search_apps.sql ranks the matches.
CREATE OR REPLACE FUNCTION has_words(id uuid, asked tsquery) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM search_documents AS documents WHERE documents.app_id = has_words.id
    AND documents.words || documents.maker_words @@ asked)
$$;
