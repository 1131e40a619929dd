import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hasTagged } from './entity-tag.ts';

export interface OwnFile {
  type: string;
  content: string | Buffer;
}

/** Files that replace files of the build, by name. Undefined leaves the file of the build in place. */
export type OwnFiles = Readonly<Record<string, () => Promise<OwnFile | undefined>>>;

/** Serves the files at the addresses of those that they replace. Needs `reply.sendFile`. */
export function serveOwnFiles(
  app: FastifyInstance,
  files: OwnFiles,
  sharedWithOthers: readonly string[],
): void {
  for (const [name, read] of Object.entries(files)) {
    app.get(`/${name}`, async (request, reply) => {
      const file = await read();
      if (!file) return reply.sendFile(name);
      const tag = `"${hash('sha256', file.content, 'base64url').slice(0, 22)}"`;
      void reply.headers({ 'cache-control': 'no-cache', etag: tag });
      if (sharedWithOthers.includes(name)) void reply.header('cross-origin-resource-policy', 'cross-origin');
      if (hasTagged(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type(file.type).send(file.content);
    });
  }
}
