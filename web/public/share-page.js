// Shares the public page of an app. Without scripts, the styles hide its button.

const SAID_MS = 4_000;
const button = document.querySelector('[data-share]');
const said = document.querySelector('.said');
const contentOf = (selector) => document.querySelector(selector)?.content ?? '';
let timer;

function say(text) {
  said.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => said.replaceChildren(), SAID_MS);
}

/** Copies on plain http too, where there is no clipboard interface. */
function copyBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  button.focus();
  return isCopied;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

async function share() {
  const url = document.querySelector('link[rel=canonical]').href;
  if (typeof navigator.share === 'function') {
    const title = contentOf('meta[property="og:title"]');
    try {
      await navigator.share({ title, text: contentOf('meta[name=description]'), url });
      return;
    } catch (error) {
      if (error.name === 'AbortError') return;
    }
  }
  const { copied, failed } = button.dataset;
  say((await copy(url)) ? copied : failed);
}

button?.addEventListener('click', () => void share());
