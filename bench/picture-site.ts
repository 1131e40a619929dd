import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [720, 378];
const ROW = 1 + WIDTH * 3;
const BLOCK = 42;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Returns a different PNG for each number. Coloured blocks with noise make its size typical of preview pictures. */
function pngOf(number: number): Buffer {
  const pixels = Buffer.alloc(ROW * HEIGHT);
  let seed = number + 1;
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const block = Math.imul(number + 7, 1 + Math.floor(x / BLOCK) + 31 * Math.floor(y / BLOCK)) >>> 0;
      const place = y * ROW + 1 + x * 3;
      const noise = seed >>> 29;
      pixels[place] = (block & 0xf8) | noise;
      pixels[place + 1] = ((block >>> 5) & 0xf8) | noise;
      pixels[place + 2] = ((block >>> 9) & 0xf8) | noise;
    }
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const data = chunk('IDAT', deflateSync(pixels, { level: 1 }));
  return Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]);
}

export interface PictureSite {
  /** Address of the site. The page `/7` has the preview picture `/7.png`. */
  url: string;
  close(): void;
}

/** Serves pages on loopback, each with a different preview picture. */
export async function openPictureSite(): Promise<PictureSite> {
  const server = createServer((request, response) => {
    const [, number = '', kind] = /^\/(\d+)(\.png)?$/.exec(request.url ?? '') ?? [];
    if (number === '') return response.writeHead(404).end();
    if (kind) return response.setHeader('content-type', 'image/png').end(pngOf(Number(number)));
    const page = `<!doctype html><title>App ${number}</title><meta property="og:image" content="/${number}.png">`;
    return response.setHeader('content-type', 'text/html').end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
