import { coverDesign, coverInitial } from '@zapdeck/contract/pictures/cover-design';
import { PICTURE_WIDTHS, picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { type CoverShape, coverShapes, gradientEnds } from '@zapdeck/contract/pictures/cover-shapes';
import { html, Markup } from '../../../http/html.ts';

interface Covered {
  id: string;
  title: string;
  picture: string | null;
  colour: string | null;
}

/** Renders a shape. SVG attributes have the names of its fields, except the stroke width. */
export function shapeMarkup({ tag, attributes }: CoverShape): Markup {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name === 'strokeWidth' ? 'stroke-width' : name}="${value}"`,
  );
  return new Markup(`<${tag}${written.join('')}/>`);
}

/** Renders the background and pattern of a cover. `ground` is an id that is unique in the document. */
export function coverArt(
  { id, colour }: Pick<Covered, 'id' | 'colour'>,
  ground: string,
  className?: string,
): Markup {
  const design = coverDesign(id, colour);
  const { x1, y1, x2, y2 } = gradientEnds(design);
  const [light, deep] = design.colours;
  const classes = className && html` class="${className}"`;
  return html`<svg${classes || null} viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice" stroke="currentColor" aria-hidden="true"><linearGradient id="${ground}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-color="oklch(${light})"/><stop offset="1" stop-color="oklch(${deep})"/></linearGradient><rect width="100" height="100" stroke="none" fill="url(#${ground})"/>${coverShapes(design).map(shapeMarkup)}</svg>`;
}

interface CoverPlace {
  ground: string;
  sizes: string;
  /** Loads lazily. Shows a wide picture in full over a blurred copy, so that words in it are not cut. */
  isTile?: true;
}

function pictureMarkup(picture: string, { sizes, isTile }: CoverPlace): Markup {
  const set = PICTURE_WIDTHS.map((width) => `${picturePath(picture, width)} ${width}w`).join(', ');
  const image = (attributes: string) =>
    html`<img alt=""${new Markup(attributes)} src="${picturePath(picture, 480)}" srcset="${set}" sizes="${sizes}">`;
  return isTile ? html`${image(' class="behind" loading="lazy"')}${image(' loading="lazy"')}` : image('');
}

/** Renders the picture of an app, or a cover with its initial. Fills its box. */
export function coverMarkup(app: Covered, place: CoverPlace): Markup {
  const { picture, title } = app;
  const shown = picture
    ? pictureMarkup(picture, place)
    : html`${coverArt(app, place.ground)}<span class="initial">${coverInitial(title)}</span>`;
  return html`<div class="cover" aria-hidden="true">${shown}</div>`;
}
