import { defineScheduledJob } from '../../jobs/job.ts';
import { addMissingDocuments, countWords } from './search-index.ts';

const BATCH = 500;
const WORK_MS = 8 * 60_000;

/** Writes missing documents every ten minutes, and then counts the words. */
export const searchDocumentsJob = defineScheduledJob({
  name: 'search-documents',
  timeoutS: 10 * 60,
  cron: '*/10 * * * *',
  async run({ db }, { isStopping }) {
    const began = performance.now();
    let all = 0;
    let added = BATCH;
    while (added === BATCH && !isStopping() && performance.now() - began < WORK_MS) {
      added = await addMissingDocuments(db, BATCH);
      all += added;
    }
    if (all > 0) await countWords(db);
  },
});

export const searchWordsJob = defineScheduledJob({
  name: 'search-words',
  timeoutS: 30 * 60,
  cron: '40 3 * * *',
  run: ({ db }) => countWords(db),
});
