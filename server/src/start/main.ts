// Imports nothing before it knows where it runs: an older Node cannot even read what is imported, and a signal may come first.
const NODE_MAJOR_MIN = 24;
/** One Ctrl-C arrives twice, from the terminal and from npm; a later one is somebody's who will not wait. */
const INSIST_MS = 1_000;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `Zapdeck runs on Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}. Start it with npm start, which brings one.\n`,
  );
  process.exit(1);
}

/** Settles with the first signal to stop, from now on, also while the server still starts. */
function askedToStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let askedAt = Infinity;
  const ask = () => {
    askedAt = Math.min(askedAt, performance.now());
    resolve();
  };
  process.on('SIGTERM', ask);
  process.on('SIGINT', () => {
    if (performance.now() - askedAt > INSIST_MS) process.exit(1);
    ask();
  });
  return promise;
}

const stopAsked = askedToStop();
const [{ enableCompileCache }, { fileURLToPath }] = await Promise.all([
  import('node:module'),
  import('node:url'),
]);
// What the next start need not compile again, and 10 MB less; goes on without where the folder can't be written.
enableCompileCache(fileURLToPath(new URL('../../../.cache/modules', import.meta.url)));
const { run } = await import('./run.ts');
await run(stopAsked);
