import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
  handler: Handler;
}

/** A socket with Node's parser on it, whose `onIncoming` takes each request as soon as its headers are there. */
type ParsedSocket = Socket & {
  parser?: { onIncoming: (request: IncomingMessage, ...more: unknown[]) => number };
};

/** What tells the parser to leave the rest of what has come in alone: this is no HTTP any more. */
const STOP_PARSING = 2;

/**
 * Has the server begin with a request of a connection when the one before it was answered and the answer has left this
 * process, so that who asks and never reads costs one answer. A connection with more than `waitingMax` requests behind
 * the one under way is closed: HTTP lets a client send what was not answered again, and browsers never send ahead.
 * Returns what makes a handler wait for its turn.
 */
export function inTurn(server: Server, waitingMax: number): (handler: Handler) => Handler {
  const waiting = new WeakMap<Socket, Turn[]>();

  const begin = (socket: Socket, { request, response, handler }: Turn): void => {
    // The answer before has closed the connection, and tells the client that nothing after it is handled.
    if (!socket.writable) return;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined) waiting.delete(socket);
      else begin(socket, next);
    });
    handler(request, response);
  };

  // Node takes a whole piece of what came in apart, thousands of requests, and keeps them until it has time to close.
  server.on('connection', (socket: ParsedSocket) => {
    const { parser } = socket;
    if (!parser) return;
    const takeOne = parser.onIncoming;
    parser.onIncoming = (...incoming) => {
      const isFull = (waiting.get(socket)?.length ?? 0) >= waitingMax;
      if (!isFull) return takeOne(...incoming);
      socket.destroy();
      return STOP_PARSING;
    };
  });

  return (handler) => (request, response) => {
    const { socket } = request;
    const turn = { request, response, handler };
    const queue = waiting.get(socket);
    if (queue) {
      queue.push(turn);
    } else {
      waiting.set(socket, []);
      begin(socket, turn);
    }
  };
}
