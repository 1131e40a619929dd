import { coverDesign, coverInitial } from '@zapdeck/contract/cover-design';
import { type CoverShape, coverShapes, gradientEnds } from '@zapdeck/contract/cover-shapes';
import { html, Markup } from '../../http/html.ts';

interface Covered {
  id: string;
  title: string;
}

/** Names and values are our own; the one name that HTML spells differently is the width of strokes. */
function shapeMarkup({ tag, attributes }: CoverShape): Markup {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name === 'strokeWidth' ? 'stroke-width' : name}="${value}"`,
  );
  return new Markup(`<${tag}${written.join('')}/>`);
}

/** The ground and the pattern of an app's drawn cover, a square of 100; `ground` is a name of its own in the document. */
export function coverArt(id: string, ground: string, size = ''): Markup {
  const design = coverDesign(id);
  const { x1, y1, x2, y2 } = gradientEnds(design);
  const [light, deep] = design.colours;
  return html`<svg viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice" stroke="currentColor" aria-hidden="true"${new Markup(size)}><linearGradient id="${ground}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-color="oklch(${light})"/><stop offset="1" stop-color="oklch(${deep})"/></linearGradient><rect width="100" height="100" stroke="none" fill="url(#${ground})"/>${coverShapes(design).map(shapeMarkup)}</svg>`;
}

/** The picture of an app on a page: one drawn from its id, with its initial. Fills the box that its class gives it. */
export function coverMarkup({ id, title }: Covered, ground: string): Markup {
  return html`<div class="cover" aria-hidden="true">${coverArt(id, ground)}<span class="initial">${coverInitial(title)}</span></div>`;
}
