// Imported before any file in TypeScript: for the first one that is not found in the cache, Node loads what strips types,
// which keeps 15 MB for good. That is why this is plain JavaScript.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code, stripped of types, for the next start; goes on without where the folder cannot be written.
enableCompileCache(fileURLToPath(new URL('../../.cache/modules', import.meta.url)));
// It changes how all others are found.
await import('./loading.ts');
