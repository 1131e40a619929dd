import type { Plugin } from 'vite';

/** Properties of a route that only the server, the documentation and the tests read. */
const serverFields = new Set(['summary', 'params', 'query', 'body', 'response']);

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Property extends Node {
  /** Spread properties have no key. */
  key?: { name?: string };
  value?: Node;
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

/** Returns edits that remove the properties that the browser does not need. A `response` that is a plain word stays. */
function cuts(call: Call): Edit[] {
  const properties = call.arguments[0]?.properties ?? [];
  return properties.flatMap(({ key, value, start, end }, place) => {
    const name = key?.name ?? '';
    const isPlainReply = name === 'response' && value?.type === 'Literal';
    if (!serverFields.has(name) || isPlainReply) return [];
    return { start, end: properties[place + 1]?.start ?? end, text: '' };
  });
}

/**
 * Removes schemas and headings of routes from the browser's bundles, because the client needs only method and path. Schemas
 * that a form imports by name stay. The bundler drops the others, because they are marked as free of side effects.
 */
export function slimRoutes(): Plugin {
  return {
    name: 'slim-routes',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\/[\w/-]+\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        for (const statement of this.parse(code).body as unknown as Statement[]) {
          for (const { init } of (statement.declaration ?? statement).declarations ?? []) {
            if (init?.type !== 'CallExpression') continue;
            if (init.callee.name === 'route') edits.push(...cuts(init));
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
