import { isUtf8 } from 'node:buffer';
import { Parser } from 'htmlparser2';

const ROOT_ATTRIBUTES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const BYTES_MAX = 1_024 * 1_024;
/** Each open element slows the parser down. */
const DEPTH_MAX = 64;
/** Characters to draw. Each is shaped separately. */
const TEXT_MAX = 500;

const wordSetOf = (text: string) => new Set(text.split(/\s+/));

const DRAWN =
  wordSetOf(`svg g defs symbol use a switch path rect circle ellipse line polyline polygon text tspan style
  clipPath mask linearGradient radialGradient stop`);
/** Removed with their content, like elements of other namespaces. */
const LEFT_OUT = wordSetOf(
  `title desc metadata script view animate animateColor animateMotion animateTransform set`,
);
const ATTRIBUTES =
  wordSetOf(`id class style d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate width height points
  transform transform-origin viewBox preserveAspectRatio overflow href xlink:href xml:space gradientUnits
  gradientTransform spreadMethod offset stop-color stop-opacity clipPathUnits clip-path clip-rule mask mask-type maskUnits maskContentUnits fill fill-opacity
  fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit opacity color display
  visibility paint-order vector-effect shape-rendering mix-blend-mode isolation font-family font-size font-weight
  font-style font-stretch font-variant text-anchor text-decoration dominant-baseline baseline-shift letter-spacing
  word-spacing writing-mode direction`);
const COSTLY_ATTRIBUTES = wordSetOf('filter stroke-dasharray');
/** Costly CSS properties, and the backslash, which can hide them. */
const COSTLY_CSS = /\\|\b(?:filter|stroke-dasharray)\s*(?:\/\*|:(?!\s*none\s*(?:[;}]|$)))/i;
const HOLDS_TEXT = wordSetOf('text tspan a');
/** Attributes removed from shapes in these elements, because chains of clips and masks are slow. Masks keep colours. */
const CHAINS = { clipPath: wordSetOf('clip-path mask class style'), mask: wordSetOf('clip-path mask') };
type Chain = keyof typeof CHAINS;
const CSS_CLIP = /\b(?:clip-path|mask)\s*(?:\/\*|:)/gi;
const CSS_CLIPS_MAX = 10;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

class SvgRefused extends Error {}
function refuseSvg(what: string): never {
  throw new SvgRefused(what);
}

function attributesOf(attributes: Readonly<Record<string, string>>, within: Chain | undefined): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (COSTLY_ATTRIBUTES.has(name) && value.trim() !== 'none') refuseSvg(name);
    if (name === 'style' && COSTLY_CSS.test(value)) refuseSvg('style');
    if (!ATTRIBUTES.has(name) || (within && CHAINS[within].has(name))) return [];
    if (name === 'style' && within && value.search(CSS_CLIP) >= 0) refuseSvg('style');
    if (name.endsWith('href') && !value.startsWith('#')) return [];
    return ` ${name}="${escaped(value)}"`;
  });
  return written.join('');
}

interface OpenElement {
  name: string;
  id: string | undefined;
}

class SvgWriter {
  readonly written: string[] = [];
  readonly #open: OpenElement[] = [];
  #leftOut = 0;
  #css = '';
  #cssClips = 0;
  #letters = 0;
  #isDone = false;
  #wasOpened = false;
  readonly #used = new Set<string>();
  readonly #users = new Set<string>();

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length + this.#leftOut >= DEPTH_MAX) refuseSvg('depth');
    this.#wasOpened = true;
    const isRoot = this.#open.length === 0;
    if (isRoot && (name !== 'svg' || this.#isDone)) refuseSvg(name);
    if (this.#leftOut > 0 || LEFT_OUT.has(name) || name.includes(':')) {
      this.#leftOut += 1;
      return;
    }
    if (!DRAWN.has(name)) refuseSvg(name);
    this.#open.push({ name, id: attributes['id'] });
    if (name === 'use') this.#noteUse(attributes);
    const isIn = (chain: Chain) => this.#open.some((element) => element.name === chain);
    const within = isIn('clipPath') ? 'clipPath' : isIn('mask') ? 'mask' : undefined;
    this.written.push(`<${name}${isRoot ? ` ${ROOT_ATTRIBUTES}` : ''}${attributesOf(attributes, within)}>`);
  }

  ontext(text: string): void {
    const parent = this.#open.at(-1);
    this.#wasOpened = false;
    if (!parent && text.trim() !== '') refuseSvg('text');
    if (!parent || this.#leftOut > 0) return;
    if (parent.name === 'style') this.#css += text;
    if (!HOLDS_TEXT.has(parent.name)) return;
    this.#letters += text.trim().length;
    if (this.#letters > TEXT_MAX) refuseSvg('text');
    this.written.push(escaped(text));
  }

  onclosetag(_name: string, isImplied: boolean): void {
    // Only `<a/>` ends without an end tag. Other elements without one are incomplete.
    if (isImplied && !this.#wasOpened) refuseSvg('end');
    this.#wasOpened = false;
    if (this.#leftOut > 0) {
      this.#leftOut -= 1;
      return;
    }
    const name = this.#open.pop()?.name;
    if (name === 'style') this.#endStyle();
    this.written.push(`</${name}>`);
    this.#isDone = this.#open.length === 0;
  }

  /** A declaration may define entities. */
  onprocessinginstruction(name: string, data: string): void {
    if (name.startsWith('!') && (data.includes('[') || !/^!doctype$/i.test(name))) refuseSvg(name);
  }

  onend(): void {
    const isChained = [...this.#used].some((id) => this.#users.has(id));
    if (!this.#isDone || isChained) refuseSvg('use');
  }

  #noteUse(attributes: Readonly<Record<string, string>>): void {
    for (const name of ['href', 'xlink:href']) this.#used.add((attributes[name] ?? '').slice(1));
    for (const { id } of this.#open) if (id !== undefined) this.#users.add(id);
  }

  #endStyle(): void {
    this.#cssClips += this.#css.match(CSS_CLIP)?.length ?? 0;
    if (COSTLY_CSS.test(this.#css) || this.#cssClips > CSS_CLIPS_MAX) refuseSvg('style');
    this.written.push(escaped(this.#css));
    this.#css = '';
  }
}

/** Returns only elements that are cheap to draw. Undefined for other files, filters, patterns and images. */
export function simpleSvg(bytes: Uint8Array): string | undefined {
  if (bytes.length > BYTES_MAX || !isUtf8(bytes)) return undefined;
  const writer = new SvgWriter();
  try {
    new Parser(writer, { xmlMode: true }).end(new TextDecoder().decode(bytes));
    return writer.written.join('');
  } catch (error) {
    if (error instanceof SvgRefused) return undefined;
    throw error;
  }
}
