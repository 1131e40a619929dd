import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { goodCertificate } from '@zapdeck/server/testing/certificates';
import type { FrameCase } from '@zapdeck/server/urls/frame-cases.fixture';

const PAGE_HOST = 'page.example.com';
/** The tokens of the product's own frames. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox ' +
  'allow-pointer-lock allow-orientation-lock allow-presentation';

export interface FrameLab {
  /** Browser arguments under which every name leads here. */
  args: string[];
  close(): void;
}

/** The page on which one embedder frames its cases; `framed` fills with the number of each page that was shown. */
function embedderPage(cases: readonly FrameCase[], embedder: string): string {
  const frames = cases.flatMap((one, index) =>
    one.embedder === embedder
      ? [`<iframe sandbox="${SANDBOX}" src="${one.scheme}://${PAGE_HOST}/${index}"></iframe>`]
      : [],
  );
  return `<!doctype html><script>
    window.framed = [];
    addEventListener('message', (event) => framed.push(event.data));
  </script>${frames.join('')}`;
}

/** What a framed page does when, and only when, it is really shown. */
const framedPage = (number: string) =>
  `<!doctype html><script>parent.postMessage(Number('${number}'), '*')</script>`;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Serves every case, and for each embedder the page that frames them. */
export async function openFrameLab(cases: readonly FrameCase[]): Promise<FrameLab> {
  const answer: RequestListener = (request, response) => {
    const host = request.headers.host ?? '';
    const isSecure = 'encrypted' in request.socket;
    const one = cases[Number(request.url?.slice(1))];
    response.setHeader('content-type', 'text/html');
    if (host !== PAGE_HOST) {
      response.end(embedderPage(cases, `${isSecure ? 'https' : 'http'}://${host}`));
      return;
    }
    const lines = (one?.headers ?? []).flat();
    response.writeHead(one?.status ?? 200, ['content-type', 'text/html', ...lines]);
    response.end(framedPage(request.url?.slice(1) ?? ''));
  };
  const [plain, secure] = [createServer(answer), createSecureServer(goodCertificate, answer)];
  const [plainPort, securePort] = [await listen(plain), await listen(secure)];
  const rules = [
    `MAP *:80 127.0.0.1:${plainPort}`,
    `MAP *:443 127.0.0.1:${securePort}`,
    `MAP *:8443 127.0.0.1:${securePort}`,
  ];
  return {
    args: [`--host-resolver-rules=${rules.join(',')}`],
    close() {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
