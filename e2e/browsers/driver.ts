export interface Point {
  x: number;
  y: number;
}

/** Keys without a character, by their names in the DOM. */
export type NamedKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'Backspace' | 'Enter' | 'Escape' | 'Tab';

/** A file for a file input. */
interface ChosenFile {
  /** CSS selector of the input. */
  selector: string;
  path: string;
}

/** A browser with one page. Each browser implements it with its own protocol. */
export interface Driver {
  readonly name: string;
  goto(url: string): Promise<void>;
  /** Runs the function in the page. Arguments and result are JSON. The function cannot use variables of its module. */
  run<T, A extends unknown[]>(script: (...args: A) => T, ...args: A): Promise<Awaited<T>>;
  click(point: Point): Promise<void>;
  /** Presses at the first point and releases at the last, by touch if the browser supports it, else by mouse. */
  drag(points: readonly Point[]): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(key: NamedKey | ' ' | '?'): Promise<void>;
  choose(file: ChosenFile): Promise<void>;
  /** Sets the offline mode. Does nothing in a browser without one. */
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
  /** Local port of the proxy for all requests. */
  proxyPort: number;
}
