import type { Plugin } from 'vite';

const OF_BROWSER = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')";

/**
 * Lets uPlot load where `Intl` refuses the language of the browser, such as `en-US@posix` on Linux. The number format that
 * uPlot makes on loading is not used, because charts format their own numbers.
 */
export function plainPlotNumbers(): Plugin {
  return {
    name: 'plain-plot-numbers',
    apply: 'build',
    transform: {
      filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
      handler(code) {
        if (!code.includes(OF_BROWSER)) this.error('uPlot reads the language of the browser in another way');
        return { code: code.replace(OF_BROWSER, "new Intl.NumberFormat('en')"), map: null };
      },
    },
  };
}

/** Parts of Lucide's source that `lucide-icon.ts` does not read. */
const unread = [
  /,\s*key: "\w+"/g,
  /^ {2}(?:name|size): .*,\n/gm,
  /,\n {2}aliases: \[[^\]]*\]/g,
  /^__iconData\.node;\n/gm,
];

/** Removes everything but the lines from an icon's module. */
export function slimIcons(): Plugin {
  return {
    name: 'slim-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: unread.reduce((text, part) => text.replace(part, ''), code), map: null }),
    },
  };
}

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
