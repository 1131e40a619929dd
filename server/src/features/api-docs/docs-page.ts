import type { Route } from '@zapdeck/contract/wire/route';
import type { JsonSchema } from './document-schemas.ts';
import type { ApiDocument, Operation } from './openapi.ts';
import { escapeHtml } from '../../http/html.ts';
import { defaultLimits, type Limit } from '../../http/rate-limit.ts';
import { schemaHtml } from './schema-html.ts';

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

function schemaOf(content: Record<string, { schema: JsonSchema }> | undefined): JsonSchema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

function prose(text: string): string {
  return text
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');
}

function block(title: string, html: string): string {
  return `<h4>${title}</h4>${html}`;
}

/** Long schemas scroll sideways, so they must be focusable for keyboard users. */
function schemaBlock(schema: JsonSchema, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}">${schemaHtml(schema)}</pre>`;
}

function parametersHtml({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code> <small>${required ? '' : 'optional, '}${place}</small></th>` +
      `<td><code>${schemaHtml(schema)}</code>${description ? prose(description) : ''}</td></tr>`,
  );
  return block('Parameters', `<table><tbody>${rows.join('')}</tbody></table>`);
}

function responsesHtml({ responses, summary }: Operation): string {
  const entries = Object.entries(responses);
  const done = entries.filter(([status]) => Number(status) < 400);
  const refused = entries.filter(([status]) => Number(status) >= 400);
  const success = done.map(([status, { description, headers = {}, content }]) => {
    const schema = schemaOf(content);
    const named = Object.entries(headers).map(
      ([name, header]) => `<li><code>${escapeHtml(name)}</code> ${escapeHtml(header.description)}</li>`,
    );
    return (
      block(
        `Response ${status}`,
        schema ? schemaBlock(schema, `Response of “${summary}”`) : prose(description),
      ) + (named.length > 0 ? `<ul class="headers">${named.join('')}</ul>` : '')
    );
  });
  const rows = refused.map(
    ([status, { description }]) => `<tr><th scope="row">${status}</th><td>${prose(description)}</td></tr>`,
  );
  return (
    success.join('') +
    `<details><summary>Errors: ${refused.map(([status]) => status).join(', ')}</summary>` +
    `<table><tbody>${rows.join('')}</tbody></table></details>`
  );
}

function endpointHtml({ method, path, operation }: Call): string {
  const body = schemaOf(operation.requestBody?.content);
  const size = operation.requestBody?.description ?? '';
  const address = escapeHtml(path).replaceAll('/', '/<wbr>');
  return (
    `<article id="${operation.operationId}"><h3><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></h3>` +
    `<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${address}</code></p>` +
    prose(operation.description) +
    parametersHtml(operation) +
    (body ? block('Body', schemaBlock(body, `Body of “${operation.summary}”`) + prose(size)) : '') +
    responsesHtml(operation) +
    '</article>'
  );
}

function endpointsOf(document: ApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

export interface OwnLimit {
  name: string;
  route: Route;
  limit: Limit;
}

function limitsHtml(limits: readonly OwnLimit[]): string {
  const { read, write } = defaultLimits;
  const rows = limits.map(({ name, route: { method, path, access }, limit: { calls, seconds, perNode } }) => {
    const cells = [
      calls,
      `${seconds} s`,
      access === 'public' ? 'network' : 'person',
      perNode ? 'node' : 'all',
    ];
    const address = escapeHtml(path).replaceAll('/', '/<wbr>');
    return (
      `<tr><th scope="row"><a href="#${name}"><code>${method} ${address}</code></a></th>` +
      `${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    );
  });
  const heads = ['Endpoint', 'Requests', 'In', 'For each', 'Counted by'];
  return (
    `<section id="limits"><h2>Limits</h2>` +
    prose(
      `Requests over a limit get 429 with \`Retry-After\` and have no effect. An endpoint that is not listed here allows ${read.calls} reads or ${write.calls} writes in ${read.seconds} s for each person, or for each network if it needs no session, counted by each node.`,
    ) +
    prose(
      '`all`: nodes count together. `node`: each node counts by itself, so two nodes let through twice as much.',
    ) +
    `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></section>`
  );
}

const anchorOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

export function docsPage(
  document: ApiDocument,
  { paths, limits }: { paths: { document: string; style: string }; limits: readonly OwnLimit[] },
): string {
  const calls = endpointsOf(document);
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const indexOf = ({ calls: listed }: { calls: Call[] }) =>
    `<ul class="index">${listed
      .map(
        ({ operation }) =>
          `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
      )
      .join('')}</ul>`;
  const menu = groups.map(
    (group) => `<h2><a href="#${anchorOf(group.name)}">${group.name}</a></h2>${indexOf(group)}`,
  );
  const sections = groups.map(
    (group) =>
      `<section id="${anchorOf(group.name)}"><h2>${group.name}</h2>${prose(group.description)}` +
      `${indexOf(group)}${group.calls.map(endpointHtml).join('')}</section>`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<article id="${name}"><h3>${name}</h3>${schemaBlock(schema, name)}</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The API · ${escapeHtml(document.info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${paths.style}">
</head>
<body>
<a class="skip" href="#top">Skip the list of endpoints</a>
<nav aria-label="Endpoints">${menu.join('')}<h2><a href="#limits">Limits</a></h2><h2><a href="#schemas">Schemas</a></h2></nav>
<main id="top">
<header><h1>The API of ${escapeHtml(document.info.title)}</h1>${prose(document.info.description)}
<p><a class="button" href="${paths.document}">OpenAPI ${document.openapi} as JSON</a></p></header>
${sections.join('\n')}
${limitsHtml(limits)}
<section id="schemas"><h2>Schemas</h2><p>Named schemas of requests and responses. A question mark marks an optional property.</p>${schemas.join('')}</section>
</main>
</body>
</html>
`;
}
