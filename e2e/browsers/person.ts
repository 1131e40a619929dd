import { setTimeout as delay } from 'node:timers/promises';
import type { Driver, NamedKey, Point } from './driver.ts';

/** Far above what anything takes, for machines that are busy with other things. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** So often in a row a control has to be at the same place before somebody takes aim at it. */
const LOOKS = 3;

/** Where the control with that name can be pressed: seen, enabled and not covered. Runs in the page. */
function findControl(name: string): Point | undefined {
  /** What is read aloud: without what is drawn for the eyes alone. */
  const spoken = (element: HTMLElement) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const silent of copy.querySelectorAll('[aria-hidden=true]')) silent.remove();
    return copy.textContent?.trim();
  };
  const names = (element: HTMLElement) => [
    element.ariaLabel,
    spoken(element),
    ...[...((element as HTMLInputElement).labels ?? [])].flatMap((label) => [
      label.textContent.trim(),
      // Without the «(optional)» that may follow.
      (label.childNodes[0]?.textContent ?? '').trim(),
    ]),
  ];
  // With a dialog open, nothing beside it can be reached.
  const scope = document.querySelector('dialog[open]') ?? document;
  const controls = [...scope.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')];
  const isMoving = (control: HTMLElement) =>
    document.getAnimations().some(({ effect, playState }) => {
      const { target } = effect as KeyframeEffect;
      const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return playState === 'running' && !endless && target?.contains(control);
    });
  for (const named of controls.filter((one) => names(one).includes(name))) {
    const { disabled, type, labels } = named as HTMLInputElement;
    // A box to tick may be drawn by its label.
    const control = (type === 'checkbox' ? labels?.[0] : undefined) ?? named;
    if (disabled || isMoving(control)) continue;
    const isNear = (box: DOMRect) => box.top >= 80 && box.bottom <= innerHeight - 120;
    if (!isNear(control.getBoundingClientRect())) control.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    // Near its start, which stays where it is when a label grows or shrinks.
    const point = { x: Math.round(left + Math.min(20, width / 2)), y: Math.round(top + height / 2) };
    if (control.contains(document.elementFromPoint(point.x, point.y))) return point;
  }
  return undefined;
}

/** Somebody at a browser: does what a person does, and waits for what a person would wait for. */
export class Person {
  readonly driver: Driver;
  readonly origin: string;

  constructor(driver: Driver, origin: string) {
    this.driver = driver;
    this.origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.driver.goto(this.origin + path);
  }

  /** Waits until the function, run in the page, returns something that counts; returns it. */
  async waitFor<T, A extends unknown[]>(
    what: string,
    look: (...args: A) => T,
    ...args: A
  ): Promise<NonNullable<T>> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      // A page that is just being left has nothing to say.
      const found = await this.driver.run(look, ...args).catch(() => undefined);
      if (found) return found;
      await delay(LOOK_EVERY_MS);
    }
    const shown = await this.driver.run(() => `${location.href}\n${document.body.innerText.slice(0, 1_500)}`);
    throw new Error(`Waited in vain for ${what}, at ${shown}`);
  }

  sees(text: string): Promise<boolean> {
    return this.waitFor(
      `«${text}»`,
      (wanted) => document.body.innerText.toLowerCase().includes(wanted.toLowerCase()),
      text,
    );
  }

  /** Waits until there is an open dialog, or none any more. */
  waitForDialog(isOpen: boolean): Promise<boolean> {
    return this.waitFor(
      isOpen ? 'a dialog to open' : 'the dialog to go',
      (wanted) => (document.querySelector('dialog[open]') !== null) === wanted,
      isOpen,
    );
  }

  isAt(path: string): Promise<boolean> {
    return this.waitFor(`the address ${path}`, (wanted) => location.pathname === wanted, path);
  }

  /** Where the control is, once it has come to rest. */
  async #place(name: string): Promise<Point> {
    const looks: string[] = [];
    while (true) {
      const point = await this.waitFor(`the control «${name}»`, findControl, name);
      looks.push(`${point.x} ${point.y}`);
      if (looks.length >= LOOKS && new Set(looks.slice(-LOOKS)).size === 1) return point;
      await delay(LOOK_EVERY_MS);
    }
  }

  async click(name: string): Promise<void> {
    await this.driver.click(await this.#place(name));
  }

  async fill(label: string, text: string): Promise<void> {
    await this.click(label);
    await this.driver.type(text);
    await this.waitFor(
      `«${text}» in ${label}`,
      (wanted) => (document.activeElement as HTMLInputElement).value === wanted,
      text,
    );
  }

  /** Chooses from a list; the list itself is drawn by the system, where no test can reach. */
  async select(label: string, option: string): Promise<void> {
    await this.waitFor(`the list «${label}»`, findControl, label);
    await this.driver.run(
      (name, wanted) => {
        const list = [...document.querySelectorAll('select')].find((one) =>
          [...one.labels].some((each) => each.textContent.trim().startsWith(name)),
        );
        if (!list) return;
        list.value = wanted;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      },
      label,
      option,
    );
  }

  async press(key: NamedKey | ' ' | '?'): Promise<void> {
    await this.driver.press(key);
  }

  /** Asks the server from within the page, as whoever is signed in there. */
  async ask<T>(path: string): Promise<T> {
    return (await this.driver.run(
      async (address) => (await fetch(address, { cache: 'no-store' })).json() as Promise<unknown>,
      path,
    )) as T;
  }
}
