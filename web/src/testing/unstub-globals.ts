import { afterEach, vi } from 'vitest';

// Files share a worker and its globals. A stub of the last test must be gone before the next file is imported.
afterEach(() => void vi.unstubAllGlobals());
