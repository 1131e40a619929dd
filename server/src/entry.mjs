// Plain JavaScript, as everything in TypeScript shall be found in the cache: for the first file that is not, Node loads
// what strips types, which keeps 15 MB for good.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code, stripped of types, for the next start; goes on without where the folder cannot be written.
enableCompileCache(fileURLToPath(new URL('../../.cache/modules', import.meta.url)));
// In this order: the first changes how the second is found.
await import('./loading.ts');
const { main } = await import('./main.ts');
// Loading alone fills the cache.
if (!process.argv.includes('--load-only')) await main();
