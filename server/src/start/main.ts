// Imports modules later: an older Node cannot parse them, and signals that arrive meanwhile must be handled.
const NODE_MAJOR_MIN = 24;
/** A terminal and npm both forward one Ctrl-C. A later signal ends the process at once. */
const INSIST_MS = 1_000;
/** Shells use 128 and the number of the signal, SIGHUP. */
const HANGUP_EXIT_CODE = 129;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `Zapdeck runs on Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}. Start it with npm start, which brings one.\n`,
  );
  process.exit(1);
}

/** This exit code makes a supervisor restart the server after SIGHUP, even of a closed terminal. */
function waitForStopSignal(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let askedAt = Infinity;
  const ask = (exitCode: number) => {
    askedAt = Math.min(askedAt, performance.now());
    resolve(exitCode);
  };
  process.on('SIGTERM', () => ask(0));
  process.on('SIGHUP', () => ask(HANGUP_EXIT_CODE));
  process.on('SIGINT', () => {
    if (performance.now() - askedAt > INSIST_MS) process.exit(1);
    ask(0);
  });
  return promise;
}

const stopAsked = waitForStopSignal();
// Log rotation often sends these. By default, the first opens a debugger and the second ends the process.
for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);
// The server keeps running after its output was closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const { runServer } = await import('./run.ts');
await runServer(stopAsked);
