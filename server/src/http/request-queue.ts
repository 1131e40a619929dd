import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Entry {
  request: IncomingMessage;
  response: ServerResponse;
  handler: Handler;
}

interface Connection {
  current: ServerResponse;
  waiting: Entry[];
}

/** The next request starts after the previous response has left: a client that never reads costs one response. */
export class RequestQueue {
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #waitingMax: number;

  /** Closes a connection with more than `waitingMax` pipelined requests. Browsers do not pipeline. */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  wrap(handler: Handler): Handler {
    return (request, response) => this.#add(request.socket, { request, response, handler });
  }

  hasResponded(socket: Socket): boolean {
    return this.#connections.get(socket)?.current.headersSent === true;
  }

  #add(socket: Socket, entry: Entry): void {
    const connection = this.#connections.get(socket);
    if (!connection) this.#start(socket, entry, []);
    // Node hands over every request of a packet, also after the connection has been closed.
    else if (connection.waiting.length >= this.#waitingMax) socket.destroy();
    else connection.waiting.push(entry);
  }

  #start(socket: Socket, { request, response, handler }: Entry, waiting: Entry[]): void {
    // The previous response has closed the connection.
    if (!socket.writable) return;
    this.#connections.set(socket, { current: response, waiting });
    response.once('close', () => {
      const next = waiting.shift();
      if (next) this.#start(socket, next, waiting);
      else this.#connections.delete(socket);
    });
    handler(request, response);
  }
}
