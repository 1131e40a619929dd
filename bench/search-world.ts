import { tagChoices } from '@zapdeck/contract/listing';
import { categories } from '@zapdeck/contract/categories';
import { countWords } from '@zapdeck/server/features/search/count-words';
import { addMissingDocuments } from '@zapdeck/server/features/search/missing-documents';
import { sequence } from '@zapdeck/server/testing/random';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withoutIndexes } from './bulk.ts';
import { drawTitleWord, drawWord, makeVocabulary } from './search-words.ts';

const BATCH = 20_000;
const MAKERS = 1_000;
const TRENDING = 10_000;

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const APPS_SQL = `INSERT INTO apps (id, title, description, url, category, tags, submitted_by, status, frame_status,
    frame_check_due_at)
  SELECT gen_random_uuid(), title, description, 'https://app-' || $5 + n || '.example.org/', category,
    string_to_array(tags, ','), ($6::uuid[])[1 + n % array_length($6, 1)], 'approved', 'ok', now() + interval '1 day'
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS made (title, description, category, tags, n)`;

async function addApps(client: pg.ClientBase, apps: number): Promise<void> {
  const random = sequence(35);
  const words = makeVocabulary(random);
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO users (id, email, first_name) SELECT gen_random_uuid(), 'maker-' || n || '@example.org', name
     FROM unnest($1::text[]) WITH ORDINALITY AS made (name, n) RETURNING id`,
    [times(MAKERS, () => capital(drawWord(random, words)))],
  );
  for (let first = 0; first < apps; first += BATCH) {
    const count = Math.min(BATCH, apps - first);
    const title = () =>
      times(2 + Math.floor(random() * 2), () => capital(drawTitleWord(random, words))).join(' ');
    const description = () => times(10 + Math.floor(random() * 25), () => drawWord(random, words)).join(' ');
    const category = () => categories[Math.floor(random() * categories.length)] ?? '';
    await client.query(APPS_SQL, [
      times(count, title),
      times(count, description),
      times(count, category),
      times(count, () => tagChoices.filter(() => random() < 0.2).join(',')),
      first,
      rows.map(({ id }) => id),
    ]);
  }
}

/** Fills an empty, migrated database with approved apps, their documents for search, and the known words. */
export async function fillSearch(
  client: pg.Client,
  apps: number,
  onStep: (step: string) => void = () => undefined,
): Promise<{ apps: number }> {
  onStep(`apps: ${apps}`);
  await client.query('ALTER TABLE apps DISABLE TRIGGER apps_keep_search_document');
  const add = () => addApps(client, apps);
  await withoutIndexes(client, { table: 'apps', andKeys: false }, () =>
    withoutIndexes(client, { table: 'app_search_texts', andKeys: false }, add),
  );
  await client.query('ALTER TABLE apps ENABLE TRIGGER apps_keep_search_document');
  await client.query(
    `INSERT INTO trending_scores SELECT id, random() FROM apps ORDER BY random() LIMIT ${TRENDING}`,
  );
  onStep('documents');
  await client.query('ANALYZE');
  await withoutIndexes(client, { table: 'search_documents', andKeys: false }, async () => {
    while ((await addMissingDocuments(drizzle(client), BATCH)) > 0);
  });
  onStep('known words');
  await client.query('VACUUM ANALYZE search_documents');
  await withoutIndexes(client, { table: 'known_words', andKeys: false }, () => countWords(drizzle(client)));
  return { apps };
}
