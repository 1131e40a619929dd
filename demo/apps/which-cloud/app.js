import { cloudOf, clouds, questions } from './quiz.js';
import { share } from './share.js';

const byId = (id) => document.getElementById(id);
let answers = [];

function button(label, onClick, className = '') {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.className = className;
  made.addEventListener('click', onClick);
  return made;
}

function draw({ step, title, text, look }, buttons, isFocused) {
  byId('step').textContent = step;
  byId('title').textContent = title;
  byId('text').textContent = text;
  byId('cloud').hidden = look === undefined;
  byId('cloud').className = `cloud ${look ?? ''}`;
  byId('answers').replaceChildren(...buttons);
  byId('note').textContent = '';
  document.body.dataset.step = String(answers.length);
  if (isFocused) byId('title').focus({ preventScroll: true });
}

function showResult() {
  const { name, line, look } = clouds[cloudOf(answers)];
  const article = /^[AEIOU]/.test(name) ? 'an' : 'a';
  const hand = () => share(`I am ${article} ${name}. ${line}`, (text) => (byId('note').textContent = text));
  const again = () => {
    answers = [];
    ask(true);
  };
  draw(
    { step: 'You are', title: name, text: line, look },
    [button('Share', hand, 'main'), button('Ask me again', again)],
    true,
  );
}

function ask(isFocused) {
  const [title, choices] = questions[answers.length];
  const buttons = choices.map(([label], choice) =>
    button(label, () => {
      answers.push(choice);
      if (answers.length === questions.length) showResult();
      else ask(true);
    }),
  );
  draw({ step: `${answers.length + 1} of ${questions.length}`, title, text: '' }, buttons, isFocused);
}

ask(false);
