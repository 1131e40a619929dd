import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
  handler: Handler;
}

/**
 * Begins with a request of a connection when the one before it was answered and the answer has left this process, so
 * that who asks and never reads costs one answer. A connection with more than `waitingMax` requests behind the one
 * under way is closed: HTTP lets a client send what was not answered again, and browsers never send ahead.
 */
export function inTurn(waitingMax: number): (handler: Handler) => Handler {
  const waiting = new WeakMap<Socket, Turn[]>();

  const begin = (socket: Socket, { request, response, handler }: Turn): void => {
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined) waiting.delete(socket);
      else if (!socket.destroyed) begin(socket, next);
    });
    handler(request, response);
  };

  return (handler) => (request, response) => {
    const { socket } = request;
    const turn = { request, response, handler };
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      begin(socket, turn);
    } else if (queue.length < waitingMax) {
      queue.push(turn);
    } else {
      socket.destroy();
    }
  };
}
