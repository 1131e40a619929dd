import { watchLive } from './live.js';
import { FIRST, PALETTES, shadesOf } from './palettes.js';
import { Scene } from './scene.js';
import { SWELLS, Sea } from './sea.js';

const STORE_KEY = 'wave-cube:palette';
const TAP_REACH = 8;
const TURN_PER_PIXEL = 0.008;
const KEY_TURN = 0.12;
const PITCH = { least: 0.22, most: 1.35 };
const IDLE_TURN = 0.1;
const FRICTION = 2.6;

const $ = (id) => document.getElementById(id);
const canvas = $('sea');
const scene = new Scene(canvas);
const sea = new Sea();
const motion = matchMedia('(prefers-reduced-motion: reduce)');
const night = matchMedia('(prefers-color-scheme: dark)');
// A tall screen is filled better from higher up.
const camera = { yaw: 0.6, pitch: innerHeight > innerWidth ? 0.88 : 0.66, speed: 0 };
let shades = [];
let drag = null;
let lastFrame = 0;
let dirty = true;

function turn(dx, dy) {
  camera.yaw += dx * TURN_PER_PIXEL;
  camera.pitch = Math.max(PITCH.least, Math.min(PITCH.most, camera.pitch + dy * TURN_PER_PIXEL));
  dirty = true;
}

function drop(point) {
  if (!point) return;
  sea.drop(point.x, point.z, performance.now() / 1000);
  $('hint').classList.add('gone');
}

canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId);
  drag = { x: event.clientX, y: event.clientY, travelled: 0, at: event.timeStamp };
  camera.speed = 0;
});

canvas.addEventListener('pointermove', (event) => {
  if (!drag) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  const seconds = Math.max(0.008, (event.timeStamp - drag.at) / 1000);
  turn(dx, dy);
  camera.speed = (dx * TURN_PER_PIXEL) / seconds;
  drag = {
    x: event.clientX,
    y: event.clientY,
    travelled: drag.travelled + Math.hypot(dx, dy),
    at: event.timeStamp,
  };
});

canvas.addEventListener('pointerup', (event) => {
  if (drag && drag.travelled < TAP_REACH) {
    camera.speed = 0;
    drop(scene.pick(event.clientX, event.clientY));
  } else if (drag && event.timeStamp - drag.at > 80) {
    // The finger rested before it let go: no momentum.
    camera.speed = 0;
  }
  drag = null;
});
canvas.addEventListener('pointercancel', () => {
  drag = null;
});

canvas.addEventListener('keydown', (event) => {
  const turns = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  if (turns[event.key]) {
    event.preventDefault();
    turn(...turns[event.key].map((way) => (way * KEY_TURN) / TURN_PER_PIXEL));
  } else if (event.key === ' ' || event.key === 'Enter') {
    event.preventDefault();
    drop({ x: (Math.random() - 0.5) * 8, z: (Math.random() - 0.5) * 8 });
  }
});

function frame(now) {
  const elapsed = Math.min(0.05, (now - lastFrame) / 1000);
  const seconds = now / 1000;
  lastFrame = now;
  sea.settle(seconds);
  coast(elapsed);
  // With reduced motion the sea rests: it is drawn only when touched.
  if (!motion.matches || dirty || sea.stones.length) {
    dirty = sea.stones.length > 0;
    const swellTime = motion.matches ? 0 : seconds;
    scene.look(camera);
    scene.draw((x, z) => sea.heightAt(x, z, swellTime, seconds), shades);
  }
  requestAnimationFrame(frame);
}

function coast(elapsed) {
  if (drag || motion.matches) return;
  camera.yaw += (camera.speed + IDLE_TURN) * elapsed;
  camera.speed *= Math.exp(-FRICTION * elapsed);
}

function setPalette(palette) {
  shades = shadesOf(palette);
  dirty = true;
  document.documentElement.style.setProperty('--paper', palette.paper);
  document.documentElement.style.setProperty('--ink', palette.ink);
  press($('palettes'), palette.name);
}

function choosePalette(palette) {
  setPalette(palette);
  try {
    localStorage.setItem(STORE_KEY, palette.name);
  } catch {
    /* private mode: the colours are not remembered */
  }
}

/** The palette follows the colour scheme until the user chooses one. */
function showPalette() {
  setPalette(rememberedPalette() ?? (night.matches ? FIRST.dark : FIRST.light));
}

function rememberedPalette() {
  try {
    const name = localStorage.getItem(STORE_KEY);
    return PALETTES.find((palette) => palette.name === name);
  } catch {
    return undefined;
  }
}

function setSwell(name) {
  sea.swell = SWELLS[name];
  dirty = true;
  press($('waves'), name);
}

function press(group, name) {
  for (const button of group.children) button.setAttribute('aria-pressed', button.dataset.name === name);
}

function addButton(group, name, content, onPress) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.name = name;
  button.append(content);
  button.addEventListener('click', onPress);
  group.append(button);
  return button;
}

/** A little cube in the colours of the palette. */
function cubeIcon({ low, middle, high }) {
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 26 28');
  svg.setAttribute('aria-hidden', 'true');
  const faces = [
    ['M13 1 25 7.5 13 14 1 7.5z', high],
    ['M1 7.5v13L13 27V14z', middle],
    ['M25 7.5v13L13 27V14z', low],
  ];
  for (const [d, color] of faces) {
    const path = document.createElementNS(ns, 'path');
    path.setAttribute('d', d);
    path.setAttribute('fill', `rgb(${color.join(' ')})`);
    svg.append(path);
  }
  return svg;
}

for (const palette of PALETTES) {
  addButton($('palettes'), palette.name, cubeIcon(palette), () => choosePalette(palette)).setAttribute(
    'aria-label',
    palette.name,
  );
}
for (const name of Object.keys(SWELLS)) addButton($('waves'), name, name, () => setSwell(name));
addEventListener('resize', () => {
  scene.resize();
  dirty = true;
});

night.addEventListener('change', showPalette);
watchLive();
showPalette();
setSwell('Rings');
requestAnimationFrame(frame);
