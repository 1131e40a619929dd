import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Deps } from '../../deps.ts';
import { apiDocument } from './api-document.ts';
import { docsPage } from './docs-page.ts';
import type { ApiDocument } from './openapi.ts';

const DOCUMENT_PATH = '/api/openapi.json';
const PAGE_PATH = '/api/docs';
const STYLE_PATH = '/api/docs/style.css';
/** The page, then the calls on it. */
const STYLE_FILES = ['./docs-page.css', './docs-calls.css'].map((file) => new URL(file, import.meta.url));

/** The documentation of the calls, for machines and for people. */
export function apiDocsRoutes(app: FastifyInstance, { config, cookie }: Deps): void {
  let made: { document: ApiDocument; page: string } | undefined;
  // With the first who asks, so that no start waits for it.
  const make = () => {
    const { publicUrl } = config;
    const document = apiDocument({ publicUrl, cookieName: cookie.name, version: packageJson.version });
    made = { document, page: docsPage(document, { document: DOCUMENT_PATH, style: STYLE_PATH }) };
    return made;
  };

  app.get(DOCUMENT_PATH, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send((made ?? make()).document),
  );

  app.get(PAGE_PATH, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send((made ?? make()).page),
  );

  app.get(STYLE_PATH, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(Buffer.concat(await Promise.all(STYLE_FILES.map((file) => readFile(file))))),
  );
}
