// The page is a printed page; the script only sets today's date and engraves
// the rays behind the phone.

const SVG = 'http://www.w3.org/2000/svg';
const MIDDLE = { x: 320, y: 190 };
const RAYS = 72;

function ray(i) {
  const angle = (i / RAYS) * Math.PI * 2;
  // Every third ray starts further out, as an engraver would do it.
  const from = i % 3 ? 150 : 190;
  const line = document.createElementNS(SVG, 'line');
  line.setAttribute('x1', MIDDLE.x + Math.cos(angle) * from);
  line.setAttribute('y1', MIDDLE.y + Math.sin(angle) * from);
  line.setAttribute('x2', MIDDLE.x + Math.cos(angle) * 420);
  line.setAttribute('y2', MIDDLE.y + Math.sin(angle) * 420);
  return line;
}

const today = new Date();
const date = document.getElementById('date');
date.textContent = new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(today);
date.dateTime = today.toISOString().slice(0, 10);
document.getElementById('rays').append(...Array.from({ length: RAYS }, (_, i) => ray(i)));
