import { share } from './share.js';
import { wheels } from './words.js';

const TURN_MS = 70;
const TURNS = [8, 13, 18];
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
const places = [...document.querySelectorAll('.wheel')];
const byId = (id) => document.getElementById(id);
let picked = [0, 6, 9];
let isTurning = false;

const any = (list) => Math.floor(Math.random() * list.length);
const sentence = () => wheels.map((words, wheel) => words[picked[wheel]][0]).join(' ');

function show() {
  for (const [wheel, place] of places.entries()) place.textContent = wheels[wheel][picked[wheel]][0];
}

function settle() {
  isTurning = false;
  byId('excuse').textContent = `“${sentence()}”`;
  byId('belief').value = Math.round(
    wheels.reduce((sum, words, wheel) => sum + words[picked[wheel]][1], 0) / wheels.length,
  );
}

function pull() {
  if (isTurning) return;
  isTurning = true;
  byId('note').textContent = '';
  byId('lever').classList.remove('pulled');
  void byId('lever').offsetWidth;
  byId('lever').classList.add('pulled');
  const last = wheels.map((words, wheel) => (picked[wheel] + 1 + any(words.slice(1))) % words.length);
  if (isCalm) {
    picked = last;
    show();
    settle();
    return;
  }
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    picked = wheels.map((words, wheel) => (turn >= TURNS[wheel] ? last[wheel] : any(words)));
    for (const [wheel, place] of places.entries()) place.classList.toggle('blur', turn < TURNS[wheel]);
    show();
    if (turn >= TURNS.at(-1)) {
      clearInterval(timer);
      settle();
    }
  }, TURN_MS);
}

byId('lever').addEventListener('click', pull);
byId('pull').addEventListener('click', pull);
byId('share').addEventListener('click', () => {
  if (!isTurning) void share(`Sorry I’m late. ${sentence()}`, (text) => (byId('note').textContent = text));
});
show();
settle();
