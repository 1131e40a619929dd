const NODE_MAJOR_MIN = 24;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `Zapdeck runs on Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}. Start it with npm start, which brings one.\n`,
  );
  process.exit(1);
}
// Only now, and none above: an older Node cannot even read what they import.
await import('./module-cache.mjs');
const { main } = await import('./start/main.ts');
// Loading alone fills the cache.
if (!process.argv.includes('--load-only')) await main();
