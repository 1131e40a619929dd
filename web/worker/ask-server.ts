/**
 * Returns the response to a navigation: the browser's preload response if there is one, else a fetch. A second request
 * would repeat a logout. Rejects without a network.
 */
export async function askServer(
  request: Request,
  preloaded: Promise<Response | undefined>,
): Promise<Response> {
  const answer = (await preloaded) ?? (await fetch(request));
  // Firefox resolves a failed preload with an error response, where other browsers reject.
  if (answer.type === 'error') throw new TypeError('There is no network');
  return answer;
}
