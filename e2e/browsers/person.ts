import { setTimeout as delay } from 'node:timers/promises';
import type { Driver, NamedKey, Point } from './driver.ts';

/** Much longer than any step takes, for busy machines. */
const WAIT_MAX_MS = 60_000;
const POLL_MS = 50;
/** A control that was found at the same place this many times in a row does not move. */
const STILL_POLLS = 4;

/** Returns where the control with this name can be clicked: visible, enabled and not covered. Runs in the page. */
function findControl(name: string): Point | undefined {
  /** Returns the text that a screen reader reads. */
  const spokenText = (element: HTMLElement) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return copy.textContent?.trim();
  };
  const namesOf = (element: HTMLElement) => [
    element.ariaLabel,
    spokenText(element),
    ...[...((element as HTMLInputElement).labels ?? [])].flatMap((label) => [
      label.textContent.trim(),
      // Without "(optional)", which may follow.
      (label.childNodes[0]?.textContent ?? '').trim(),
    ]),
  ];
  // An open dialog makes everything else inert.
  const scope = document.querySelector('dialog[open]') ?? document;
  const controls = [...scope.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')];
  for (const named of controls.filter((one) => namesOf(one).includes(name))) {
    const { disabled, type, labels } = named as HTMLInputElement;
    // The label of a checkbox may cover it.
    const control = (type === 'checkbox' ? labels?.[0] : undefined) ?? named;
    if (disabled) continue;
    const isNear = (box: DOMRect) => box.top >= 80 && box.bottom <= innerHeight - 120;
    if (!isNear(control.getBoundingClientRect())) control.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    // Near its start, which does not move when its label changes.
    const point = { x: Math.round(left + Math.min(20, width / 2)), y: Math.round(top + height / 2) };
    if (control.contains(document.elementFromPoint(point.x, point.y))) return point;
  }
  return undefined;
}

/** Uses a page by what it shows: finds controls by their names, and waits until they can be clicked. */
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

  /** Runs the function in the page until it returns a truthy value, and returns that value. */
  async waitFor<T, A extends unknown[]>(
    what: string,
    find: (...args: A) => T,
    ...args: A
  ): Promise<NonNullable<T>> {
    const deadline = Date.now() + WAIT_MAX_MS;
    while (Date.now() < deadline) {
      // Fails while the page is being left.
      const found = await this.driver.run(find, ...args).catch(() => undefined);
      if (found) return found;
      await delay(POLL_MS);
    }
    const shown = await this.driver.run(() => `${location.href}\n${document.body.innerText.slice(0, 1_500)}`);
    throw new Error(`Not found within a minute: ${what}. The page is ${shown}`);
  }

  waitForText(text: string): Promise<boolean> {
    return this.waitFor(
      `the text "${text}"`,
      (wanted) => document.body.innerText.toLowerCase().includes(wanted.toLowerCase()),
      text,
    );
  }

  /** Waits until a dialog is open, or until none is. */
  waitForDialog(isOpen: boolean): Promise<boolean> {
    return this.waitFor(
      isOpen ? 'an open dialog' : 'no open dialog',
      (wanted) => (document.querySelector('dialog[open]') !== null) === wanted,
      isOpen,
    );
  }

  waitForPath(path: string): Promise<boolean> {
    return this.waitFor(`the address ${path}`, (wanted) => location.pathname === wanted, path);
  }

  /** Returns where the control can be clicked, once it no longer moves. */
  async #findStill(name: string): Promise<Point> {
    const places: string[] = [];
    while (true) {
      const point = await this.waitFor(`the control "${name}"`, findControl, name);
      places.push(`${point.x} ${point.y}`);
      if (places.length >= STILL_POLLS && new Set(places.slice(-STILL_POLLS)).size === 1) return point;
      await delay(POLL_MS);
    }
  }

  async click(name: string): Promise<void> {
    await this.driver.click(await this.#findStill(name));
  }

  async fill(label: string, text: string): Promise<void> {
    await this.click(label);
    await this.driver.type(text);
    await this.waitFor(
      `"${text}" in the field "${label}"`,
      (wanted) => (document.activeElement as HTMLInputElement).value === wanted,
      text,
    );
  }

  /** Selects an option by script, because the operating system draws the list. */
  async select(label: string, option: string): Promise<void> {
    await this.waitFor(`the list "${label}"`, findControl, label);
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

  /** Sends a GET request from the page, with its session. */
  async get<T>(path: string): Promise<T> {
    return (await this.driver.run(
      async (address) => (await fetch(address, { cache: 'no-store' })).json() as Promise<unknown>,
      path,
    )) as T;
  }
}
