import type { RequestListener } from 'node:http';

/** What a page answers, who frames it, and whether Chromium then shows it. */
export interface FrameCase {
  name: string;
  /** Every header line, in order. A page that names no type is `text/html`. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Only where it matters; otherwise a page that tells its frame that it runs. */
  body?: string;
  /** It comes without any type at all. */
  isUntyped?: true;
  status: number;
  scheme: 'http' | 'https';
  /** The origin of the page that frames it. */
  embedder: string;
  /** What Chromium does; the browser test holds it to that. */
  isFramed: boolean;
  /** Why we refuse, on purpose, what Chromium shows. */
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

/** What a framed page does when, and only when, it is really shown. */
const framedPage = (number: string) =>
  `<!doctype html><script>parent.postMessage(Number('${number}'), '*')</script>`;

function linesOf({ headers, isUntyped }: Pick<FrameCase, 'headers' | 'isUntyped'>): string[] {
  const isTyped = isUntyped || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [...(isTyped ? [] : ['Content-Type', 'text/html']), ...headers.flat()];
}

/** Where the hops of the cases end, on every host. */
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
