import type { Plugin } from 'vite';

/** What of a route only the server, the documentation and the tests read. */
const schemaFields = new Set(['params', 'query', 'body', 'response']);

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Property extends Node {
  key: { name?: string };
  value: Node & { value?: unknown };
}

interface Call extends Node {
  callee: { name?: string };
  arguments: (Node & { properties?: Property[] })[];
}

interface Declaration extends Node {
  declarations?: { init: Call | null }[];
}

interface Statement extends Declaration {
  declaration?: Declaration | null;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The places where a route names its schemas. A reply that is a plain word stays. */
function schemaEdits(call: Call): Edit[] {
  const properties = call.arguments[0]?.properties ?? [];
  return properties
    .filter(({ key, value }) => schemaFields.has(key.name ?? '') && value.type !== 'Literal')
    .map(({ value }) => ({ start: value.start, end: value.end, text: 'undefined' }));
}

/**
 * Leaves the schemas of calls out of the browser's bundles: the client needs only the method and the path of a route.
 * Schemas that a form imports by name stay; those that nobody imports can be dropped, because their making is marked
 * as free of side effects.
 */
export function slimRoutes(): Plugin {
  return {
    name: 'slim-routes',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        for (const statement of this.parse(code).body as unknown as Statement[]) {
          for (const { init } of (statement.declaration ?? statement).declarations ?? []) {
            if (init?.type !== 'CallExpression') continue;
            if (init.callee.name === 'route') edits.push(...schemaEdits(init));
            edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' });
            edits.push({ start: init.end, end: init.end, text: ')()' });
          }
        }
        const sorted = edits.toSorted((a, b) => b.start - a.start);
        const slim = sorted.reduce(
          (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
          code,
        );
        return { code: slim, map: null };
      },
    },
  };
}
