import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { toast } from '../components/ui/toast.tsx';

/** What a part that people open has: it is wanted while `open` is truthy. One without is wanted from the beginning. */
interface Openable {
  open?: unknown;
  onClose?: () => void;
}

/** Says that what was asked for could not be loaded. Some browsers try that only once for each page that they load. */
export function sayNotLoaded(): void {
  const title = 'Connection Issue';
  if (!navigator.onLine) return toast({ title, description: 'Please try again when you are connected.' });
  const action = { label: 'Reload', onClick: () => location.reload() };
  toast({ title, description: 'Please load the page again.', action });
}

/**
 * A part of a screen that is loaded when it is first wanted, with `place` where it will be. One that does not come takes
 * nothing else away: if somebody opened it, they are told and it closes.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  place: ReactNode = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props & Openable) {
    const [Part, setPart] = useState(() => Loaded);
    const isWanted = !Part && (!('open' in props) || Boolean(props.open));
    const giveUp = useEffectEvent(() => {
      if (!props.onClose) return;
      sayNotLoaded();
      props.onClose();
    });
    useEffect(() => {
      if (isWanted) load().then((module) => setPart(() => (Loaded = module.default)), giveUp);
    }, [isWanted]);
    return Part ? <Part {...props} /> : place;
  };
}
