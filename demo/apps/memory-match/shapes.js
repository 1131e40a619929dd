/** Card pictures as lists of [element, attributes], drawn in a 100 by 100 box with five flat colours. */

const [TEAL, MUSTARD, BRICK, INK, SKY] = ['#0f8f8a', '#f3b53b', '#d8472b', '#1f3a44', '#7fc4c9'];
const SVG = 'http://www.w3.org/2000/svg';

const circle = (cx, cy, r, fill) => ['circle', { cx, cy, r, fill }];
const path = (d, fill) => ['path', { d, fill }];
const line = (d, stroke, width) => [
  'path',
  { d, stroke, fill: 'none', 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
];
const turned = (count, make) =>
  Array.from({ length: count }, (_, i) => {
    const [name, attributes] = make(i);
    return [name, { ...attributes, transform: `rotate(${(360 / count) * i} 50 50)` }];
  });

export const SHAPES = [
  {
    name: 'sun',
    parts: [
      ...turned(12, (i) => path('M46 20 50 2 54 20z', i % 2 ? BRICK : MUSTARD)),
      circle(50, 50, 26, MUSTARD),
      circle(50, 50, 15, BRICK),
    ],
  },
  {
    name: 'moon',
    parts: [
      circle(50, 50, 44, INK),
      path('M58 16a35 35 0 1 0 22 52 30 30 0 0 1-22-52z', MUSTARD),
      circle(74, 34, 4, SKY),
      circle(64, 52, 2.5, SKY),
      circle(80, 52, 3, SKY),
    ],
  },
  {
    name: 'fish',
    parts: [
      path('M6 50C22 20 58 20 74 50 58 80 22 80 6 50z', TEAL),
      path('M68 50 96 26v48z', BRICK),
      path('M34 30c14 8 14 32 0 40 22 2 32-12 40-20-8-8-18-22-40-20z', SKY),
      circle(24, 45, 5, INK),
    ],
  },
  {
    name: 'leaf',
    parts: [
      path('M50 4C90 30 90 70 50 96 10 70 10 30 50 4z', TEAL),
      path('M50 4C10 30 10 70 50 96z', SKY),
      line('M50 20v72M50 46l18-14M50 46 32 32M50 66l18-14M50 66 32 52', INK, 4),
    ],
  },
  {
    name: 'tulip',
    parts: [
      line('M50 52v42', TEAL, 7),
      path('M50 92C24 92 18 74 16 60c20 2 32 12 34 32z', TEAL),
      path('M50 92c26 0 32-18 34-32-20 2-32 12-34 32z', SKY),
      path('M24 8l13 14L50 4l13 18L76 8v26a26 26 0 0 1-52 0z', BRICK),
      path('M50 4l13 18v38a26 26 0 0 1-26 0V22z', MUSTARD),
    ],
  },
  {
    name: 'bird',
    parts: [
      path('M8 62C8 30 36 14 62 22l30-2-16 22c4 30-20 44-44 40C18 80 8 74 8 62z', MUSTARD),
      path('M20 58c4-22 28-24 40-10-4 24-28 28-40 10z', BRICK),
      circle(66, 35, 5, INK),
      line('M40 80l-3 15M54 79l3 15', INK, 4),
    ],
  },
  {
    name: 'star',
    parts: [
      ...turned(8, (i) => path('M50 50 42 30 50 2 58 30z', i % 2 ? SKY : INK)),
      circle(50, 50, 13, BRICK),
      circle(50, 50, 6, MUSTARD),
    ],
  },
  {
    name: 'house',
    parts: [
      path('M14 46h72v48H14z', MUSTARD),
      path('M4 48 50 8l46 40z', BRICK),
      path('M42 64h16v30H42z', INK),
      path('M22 58h12v12H22zM66 58h12v12H66z', TEAL),
      circle(50, 34, 7, SKY),
    ],
  },
  {
    name: 'boat',
    parts: [
      path('M8 66h84c-6 20-18 26-42 26S14 86 8 66z', BRICK),
      path('M52 8c24 14 32 32 32 50H52z', TEAL),
      path('M46 18c-16 10-24 24-26 40h26z', MUSTARD),
      line('M49 6v60', INK, 5),
    ],
  },
  {
    name: 'butterfly',
    parts: [
      path('M48 46C40 14 8 6 8 30c0 18 22 22 40 18z', BRICK),
      path('M52 46c8-32 40-40 40-16 0 18-22 22-40 18z', BRICK),
      path('M48 52C28 48 12 62 20 78c8 14 26 4 28-26z', MUSTARD),
      path('M52 52c20-4 36 10 28 26-8 14-26 4-28-26z', MUSTARD),
      circle(25, 30, 7, SKY),
      circle(75, 30, 7, SKY),
      line('M50 34v42M50 34 40 18M50 34l10-16', INK, 5),
    ],
  },
  {
    name: 'mushroom',
    parts: [
      path('M36 54h28l6 36c-10 6-30 6-40 0z', SKY),
      path('M4 56a46 46 0 0 1 92 0c0 8-92 8-92 0z', BRICK),
      circle(50, 28, 9, MUSTARD),
      circle(26, 44, 6, MUSTARD),
      circle(74, 44, 6, MUSTARD),
    ],
  },
  {
    name: 'pear',
    parts: [
      path(
        'M50 18c16 0 14 20 20 30 8 10 16 16 14 28-4 16-18 20-34 20s-30-4-34-20c-2-12 6-18 14-28 6-10 4-30 20-30z',
        MUSTARD,
      ),
      path('M50 18c16 0 14 20 20 30 8 10 16 16 14 28-4 16-18 20-34 20z', '#e09a24'),
      line('M50 20c0-8 2-12 6-16', INK, 5),
      path('M54 16c6-12 18-14 28-8-4 12-18 14-28 8z', TEAL),
    ],
  },
];

export function drawShape({ parts }) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, attributes] of parts) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    svg.append(node);
  }
  return svg;
}

export const STAR = { parts: [['path', { d: 'M50 4l14 30 33 4-25 23 7 33-29-16-29 16 7-33L3 38l33-4z' }]] };
