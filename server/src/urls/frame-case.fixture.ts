import type { RequestListener } from 'node:http';

/** A response, its embedder, and whether Chromium shows it. */
export interface FrameCase {
  name: string;
  /** All header lines, in order. The type is `text/html` by default. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The default is a page that reports that it runs. */
  body?: string;
  /** Sends no type. */
  isUntyped?: true;
  status: number;
  scheme: 'http' | 'https';
  /** Origin of the embedding page. */
  embedder: string;
  /** Result in Chromium, which the browser test verifies. */
  isFramed: boolean;
  /** Why we refuse a page that Chromium shows. */
  stricter?: string;
}

export const PRODUCT = 'https://zaps.example.org';

type Details = Partial<Pick<FrameCase, 'status' | 'scheme' | 'embedder' | 'stricter' | 'body' | 'isUntyped'>>;

const framedBy =
  (isFramed: boolean) =>
  (name: string, headers: FrameCase['headers'], details: Details = {}) => ({
    status: 200,
    scheme: 'https' as const,
    embedder: PRODUCT,
    ...details,
    name,
    headers,
    isFramed,
  });
export const shown = framedBy(true);
export const barred = framedBy(false);

/** Script of a page that reports when it is shown. */
const framedPage = (number: string) =>
  `<!doctype html><script>parent.postMessage(Number('${number}'), '*')</script>`;

function linesOf({ headers, isUntyped }: Pick<FrameCase, 'headers' | 'isUntyped'>): string[] {
  const isTyped = isUntyped || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [...(isTyped ? [] : ['Content-Type', 'text/html']), ...headers.flat()];
}

/** Last hop of the cases, on every host. */
const landings: Readonly<Record<string, FrameCase['headers']>> = {
  '/fine': [],
  '/refuses': [['X-Frame-Options', 'DENY']],
};

/** Answers each case under its number. */
export function answerCases(cases: readonly FrameCase[]): RequestListener {
  return (request, response) => {
    const [path = ''] = request.url?.split('?') ?? [];
    const number = path.slice(1);
    const landing = landings[path];
    const one = landing ? { headers: landing, body: '' } : (cases[Number(number)] ?? { headers: [] });
    const { status = 200, body = framedPage(number) }: Partial<FrameCase> = one;
    response.writeHead(status, linesOf(one)).end(Buffer.from(body, 'latin1'));
  };
}
