import { defineScheduledJob } from '../../jobs/job.ts';
import { countWords } from './count-words.ts';
import { addMissingDocuments } from './missing-documents.ts';

const BATCH = 500;
/** The job ends before its timeout. The next run continues. */
const WORK_MS = 8 * 60_000;

/** Adds the documents of apps that have none, every ten minutes: after an upgrade or a restore. Then counts their words. */
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

/** Counts the words that search knows, every night. */
export const searchWordsJob = defineScheduledJob({
  name: 'search-words',
  timeoutS: 30 * 60,
  cron: '40 3 * * *',
  run: ({ db }) => countWords(db),
});
