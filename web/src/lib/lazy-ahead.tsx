import { type ComponentType, lazy, useState } from 'react';

interface LazyAhead<Props> {
  Component: ComponentType<Props>;
  /** Loads it before it is shown. */
  load: () => Promise<unknown>;
}

/**
 * As React's `lazy`, but what has been loaded ahead is there at once: React's own shows the fallback first, and then for
 * 300 ms, however soon the module comes.
 */
export function lazyAhead<Props extends object>(
  loadModule: () => Promise<{ default: ComponentType<Props> }>,
): LazyAhead<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const load = () =>
    loadModule().then((module) => {
      Loaded = module.default;
      return module;
    });
  const Lazy: ComponentType<Props> = lazy(load);
  return {
    Component(props) {
      const [Shown] = useState(() => Loaded ?? Lazy);
      return <Shown {...props} />;
    },
    load,
  };
}
