import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/** Answers everything with the same bytes: what HTTP alone costs. Arguments: port, file with status, headers and body. */
const [port, file] = process.argv.slice(2);
const answer = JSON.parse(await readFile(file ?? '', 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.status === 304 ? undefined : answer.body);
  });
}).listen(Number(port), 'localhost');
