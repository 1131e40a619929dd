/** Measurements of `npm run measure -- NAME`. Options follow the name. */
const measures: Readonly<Record<string, string>> = {
  feed: 'e2e/measure-feed.ts',
  'first-paint': 'e2e/first-paint.ts',
  lighthouse: 'e2e/lighthouse.ts',
  signup: 'e2e/measure-signup.ts',
  memory: 'bench/memory.ts',
  'admin-lists': 'bench/admin-lists.ts',
  search: 'bench/search.ts',
  rings: 'bench/rings.ts',
  'bulk-work': 'bench/bulk-work.ts',
  'expired-guests': 'bench/expired-guests.ts',
  load: 'bench/mixed-load.ts',
  backup: 'bench/backup-drill.ts',
  'replay-ratings': 'bench/replay-ratings.ts',
  'vote-buying': 'bench/vote-buying.ts',
  documents: 'bench/write-documents.ts',
};

const [name = ''] = process.argv.splice(2, 1);
const file = Object.hasOwn(measures, name) ? measures[name] : undefined;
if (!file) {
  process.stderr.write(`npm run measure -- NAME, which is one of ${Object.keys(measures).join(', ')}\n`);
  process.exit(2);
}
await import(new URL(`../${file}`, import.meta.url).href);
