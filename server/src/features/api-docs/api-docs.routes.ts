import { readFile } from 'node:fs/promises';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Deps } from '../../deps.ts';
import { handledRoutes } from '../../http/contract-route.ts';
import { defaultLimits, type Limit } from '../../http/rate-limit.ts';
import { type ReadyDocument, readyDocument, sendDocument } from '../../http/entity-tag.ts';
import { apiDocument } from './api-document.ts';
import { docsPage, type OwnLimit } from './docs-page.ts';

const DOCUMENT_PATH = '/api/openapi.json';
const PAGE_PATH = '/api/docs';
const STYLE_PATH = '/api/docs/style.css';
const STYLE_FILES = ['./docs-page.css', './docs-calls.css'].map((file) => new URL(file, import.meta.url));

interface Documents {
  document: ReadyDocument;
  page: ReadyDocument;
  style: ReadyDocument;
}

function ownLimits(app: FastifyInstance): OwnLimit[] {
  const handled = handledRoutes(app);
  return Object.entries<Route>(routes).flatMap(([name, route]) => {
    const limit = handled.get(route);
    return limit && !Object.values<Limit>(defaultLimits).includes(limit) ? [{ name, route, limit }] : [];
  });
}

async function makeDocuments(
  app: FastifyInstance,
  { config: { publicUrl }, cookie }: Deps,
  name: string,
): Promise<Documents> {
  const described = apiDocument({
    publicUrl,
    cookieName: cookie.name,
    version: packageJson.version,
    name,
  });
  const styles = await Promise.all(STYLE_FILES.map((file) => readFile(file, 'utf8')));
  const [document, page, style] = await Promise.all([
    readyDocument(JSON.stringify(described), 'application/json; charset=utf-8'),
    readyDocument(
      docsPage(described, {
        paths: { document: DOCUMENT_PATH, style: STYLE_PATH },
        limits: ownLimits(app),
      }),
      'text/html; charset=utf-8',
    ),
    readyDocument(styles.join(''), 'text/css; charset=utf-8'),
  ]);
  return { document, page, style };
}

export function apiDocsRoutes(app: FastifyInstance, deps: Deps): void {
  let made: { name: string; documents: Promise<Documents> } | undefined;
  const paths = { [DOCUMENT_PATH]: 'document', [PAGE_PATH]: 'page', [STYLE_PATH]: 'style' } as const;
  for (const [path, document] of Object.entries(paths)) {
    app.get(path, async (request, reply) => {
      // Built on first request, to keep the start fast.
      const { name } = deps.instance();
      if (made?.name !== name) made = { name, documents: makeDocuments(app, deps, name) };
      return sendDocument(request, reply, (await made.documents)[document]);
    });
  }
}
