/**
 * The answer to a navigation: the preloaded one where the browser has asked already, else a fetch. A second request would
 * repeat a logout. Rejects without a network.
 */
export async function askServer(
  request: Request,
  preloaded: Promise<Response | undefined>,
): Promise<Response> {
  const answer = (await preloaded) ?? (await fetch(request));
  // Where others reject what they asked for ahead, Firefox resolves it with an error, which it would show.
  if (answer.type === 'error') throw new TypeError('There is no network');
  return answer;
}
