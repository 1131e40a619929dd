import { t } from '@lingui/core/macro';
import { type ComponentType, lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toasts.ts';

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

/** Props of a part that users open. It loads while `open` is truthy, or at once without `open`. */
interface Openable {
  open?: unknown;
  onClose?: () => void;
}

/** Some browsers try to load a module only once per page. */
export function sayNotLoaded(): void {
  const title = t`Connection Issue`;
  if (navigator.onLine) {
    const action = { label: t`Reload`, onClick: () => location.reload() };
    toast({ title, description: t`Please load the page again.`, action });
  } else toast({ title, description: t`Please try again when you are connected.` });
}

/**
 * A part of a screen that is loaded on first use, with `place` shown until then. If loading fails, shows `lost`, or a
 * message for a part that the user has opened.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place: ReactNode = null,
  lost = place,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props & Openable) {
    const [Part, setPart] = useState(() => Loaded);
    const isWanted = !Part && (!('open' in props) || Boolean(props.open));
    const giveUp = useEffectEvent(() => {
      if (!props.onClose) return setPart(() => () => lost);
      sayNotLoaded();
      props.onClose();
    });
    useEffect(() => {
      if (isWanted) load().then((module) => setPart(() => (Loaded = module.default)), giveUp);
    }, [isWanted]);
    return Part ? <Part {...props} /> : place;
  };
}
