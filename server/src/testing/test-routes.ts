import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { test } from 'vitest';

type Name = keyof typeof routes;

/** Routes of one kind are handled alike, apart from what their handler does. */
function kindOf(name: Name): string {
  const { access, method, scope, proof }: Route = routes[name];
  return [access, method, scope !== undefined, proof !== undefined].join();
}

/**
 * Registers a test for each route. `npm test` runs it for the first route of each kind, and CI for all: the others have the tag
 * `long`. `%s` in the title is the name of the route.
 */
export function testEachRoute(
  names: readonly Name[],
  title: string,
  run: (name: Name) => void | Promise<void>,
): void {
  const firsts = new Map(names.toReversed().map((name) => [kindOf(name), name]));
  const isFirst = (name: Name) => firsts.get(kindOf(name)) === name;
  test.each(names.filter(isFirst))(title, run);
  test.each(names.filter((name) => !isFirst(name)))(title, { tags: 'long' }, run);
}
