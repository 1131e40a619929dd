// Runs one search per message. It lives in a worker because a bad pattern can
// take longer than the age of the universe; the page ends the worker instead
// of freezing.
const MOST_MATCHES = 500;

self.onmessage = ({ data: { id, source, flags, text } }) => {
  const started = performance.now();
  const matches = [];
  let truncated = false;
  for (const found of findAll(new RegExp(source, flags), text)) {
    if (matches.length === MOST_MATCHES) {
      truncated = true;
      break;
    }
    matches.push(describe(found));
  }
  self.postMessage({ id, matches, truncated, took: performance.now() - started });
};

function findAll(regex, text) {
  if (regex.global) return text.matchAll(regex);
  const first = regex.exec(text);
  return first ? [first] : [];
}

function describe(found) {
  const names = Object.entries(found.groups ?? {});
  // A named group is also a numbered one; it is listed once, under its name.
  const unclaimed = [...names];
  const groups = found.slice(1).map((value, i) => {
    const at = unclaimed.findIndex(([, named]) => named === value);
    const [name] = at < 0 ? [] : unclaimed.splice(at, 1)[0];
    return { name: name ?? String(i + 1), value };
  });
  return { index: found.index, value: found[0], groups };
}
