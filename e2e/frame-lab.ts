import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { goodCertificate } from '@zapdeck/server/testing/certificates';
import { answerCases, type FrameCase } from '@zapdeck/server/urls/frame-case.fixture';
import { FRAME_SANDBOX } from '../web/src/lib/frame-policy.ts';

const PAGE_HOST = 'page.example.com';
/** All hosts except those of framed pages. */
const EMBEDDERS = /^(?!page\.|other\.)/;

export interface FrameLab {
  /** Browser arguments that resolve all names to this server. */
  args: string[];
  close(): void;
}

/** Maximum number of frames on a page. More would wait for each other. */
const FRAMES_MAX = 60;

/** Returns the numbered cases that this page of an embedder frames. */
export function casesOn(cases: readonly FrameCase[], embedder: string, page: number): [number, FrameCase][] {
  const all = [...cases.entries()].filter(([, one]) => one.embedder === embedder);
  return all.slice(page * FRAMES_MAX, (page + 1) * FRAMES_MAX);
}

/** Returns a page that frames its cases. `framed` receives the number of each one that is shown. */
function embedderPage(cases: readonly FrameCase[], embedder: string, page: number): string {
  const frames = casesOn(cases, embedder, page).map(
    ([number, { scheme }]) =>
      `<iframe name="${number}" sandbox="${FRAME_SANDBOX}" src="${scheme}://${PAGE_HOST}/${number}"></iframe>`,
  );
  return `<!doctype html><script>
    window.framed = [];
    addEventListener('message', (event) => framed.push(event.data));
  </script>${frames.join('')}`;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Serves all cases, and for each embedder the pages that frame them. */
export async function openFrameLab(cases: readonly FrameCase[]): Promise<FrameLab> {
  const answerCase = answerCases(cases);
  const answer: RequestListener = (request, response) => {
    const host = request.headers.host ?? '';
    if (!EMBEDDERS.test(host)) return answerCase(request, response);
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(embedderPage(cases, `${scheme}://${host}`, Number(request.url?.slice(1))));
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
