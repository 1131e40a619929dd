import { type ComponentType, lazy, useState } from 'react';

interface LazyAhead<Props> {
  Component: ComponentType<Props>;
  load: () => Promise<unknown>;
}

/** Like React's `lazy`, but a preloaded component renders at once. React's shows the fallback for 300 ms. */
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
