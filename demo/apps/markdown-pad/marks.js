/** The formatting buttons: pairs wrap the selection, prefixes start each selected line. */
const MARKS = {
  bold: { around: '**', sample: 'bold' },
  italic: { around: '*', sample: 'italic' },
  code: { around: '`', sample: 'code' },
  heading: { before: '## ' },
  list: { before: '- ' },
  quote: { before: '> ' },
  link: { sample: 'words' },
};

export function applyMark(field, name) {
  const mark = MARKS[name];
  field.focus({ preventScroll: true });
  if (mark.before) prefixLines(field, mark.before);
  else if (mark.around) wrap(field, mark.around, mark.around, mark.sample);
  else wrap(field, '[', '](https://)', mark.sample);
}

function wrap(field, before, after, sample) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const inner = value.slice(start, end) || sample;
  field.setRangeText(before + inner + after, start, end, 'end');
  field.setSelectionRange(start + before.length, start + before.length + inner.length);
}

/** Pressed again on lines that already carry the mark, it takes the mark away. */
function prefixLines(field, prefix) {
  const start = field.value.lastIndexOf('\n', field.selectionStart - 1) + 1;
  const stop = field.value.indexOf('\n', field.selectionEnd);
  const end = stop < 0 ? field.value.length : stop;
  const lines = field.value.slice(start, end).split('\n');
  const marked = lines.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => (marked ? line.slice(prefix.length) : prefix + line));
  field.setRangeText(changed.join('\n'), start, end, 'end');
}
