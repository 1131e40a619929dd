import './module-cache.mjs';

const { main } = await import('./main.ts');
// Loading alone fills the cache.
if (!process.argv.includes('--load-only')) await main();
