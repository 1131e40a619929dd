/**
 * What the server says to a navigation, who has been asked already: asked twice, it would act twice. Rejects without a
 * network.
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
