export interface Point {
  x: number;
  y: number;
}

/** Keys that have no letter, by their names in the DOM. */
export type NamedKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'Backspace' | 'Enter' | 'Escape' | 'Tab';

/** A file chosen by a person. */
interface ChosenFile {
  /** The file input. */
  selector: string;
  path: string;
}

/** A browser with one page, as little of it as the stories need: whatever protocol it is driven by. */
export interface Driver {
  readonly name: string;
  goto(url: string): Promise<void>;
  /** Runs the function in the page; what it takes and gives is JSON, and it can use nothing around it. */
  run<T, A extends unknown[]>(script: (...args: A) => T, ...args: A): Promise<Awaited<T>>;
  click(point: Point): Promise<void>;
  /** A finger where the browser has one to give, else a mouse: down at the first point, up at the last. */
  drag(points: readonly Point[]): Promise<void>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  press(key: NamedKey | ' ' | '?'): Promise<void>;
  choose(file: ChosenFile): Promise<void>;
  /** Lets the browser know that there is no network, where it can be told. */
  setOffline(isOffline: boolean): Promise<void>;
  quit(): Promise<void>;
}

export interface Size {
  name: 'phone' | 'desktop';
  width: number;
  height: number;
}

export interface Launch {
  size: Size;
  /** The port on this machine of the proxy that every request goes through. */
  proxyPort: number;
}
