import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Responds to everything with the same bytes, to measure the cost of HTTP. Takes a file with the response and prints
 * its port.
 */
const [file] = process.argv.slice(2);
const answer = JSON.parse(await readFile(file ?? '', 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.status === 304 ? undefined : answer.body);
  });
});
server.listen(0, 'localhost', () => {
  process.stdout.write(String((server.address() as AddressInfo).port));
});
