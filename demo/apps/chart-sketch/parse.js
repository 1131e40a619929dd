// Turns what people type or paste into { columns, rows: [{ label, values }] }.

const MOST_ROWS = 40;
const MOST_COLUMNS = 4;

export function parseTable(text) {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (!lines.length) return problem('Type a few numbers to begin.');
  const grid = lines.map(splitLine);
  const table =
    grid.every((cells) => cells.every(isNumber)) && (grid.length === 1 || grid[0].length === 1)
      ? bareNumbers(grid)
      : namedRows(grid);
  if (!table.problem && table.rows.length > MOST_ROWS)
    return problem(`That is ${table.rows.length} rows; up to ${MOST_ROWS} fit on the paper.`);
  return table;
}

/** Tabs win over semicolons, those over commas; spaces only between plain numbers. */
function splitLine(line) {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign));
  if (separator) return splitQuoted(line, separator);
  const words = line.split(/\s+/);
  if (words.every(isNumber)) return words;
  const last = words.pop();
  return words.length && isNumber(last) ? [words.join(' '), last] : [line];
}

/** One line of CSV: quotes may hold the separator, and "" stands for a quote. */
function splitQuoted(line, separator) {
  const cells = [''];
  let quoted = false;
  for (let i = 0; i < line.length; i += 1) {
    const sign = line[i];
    if (sign === '"' && quoted && line[i + 1] === '"') {
      cells[cells.length - 1] += sign;
      i += 1;
    } else if (sign === '"') {
      quoted = !quoted;
    } else if (sign === separator && !quoted) {
      cells.push('');
    } else {
      cells[cells.length - 1] += sign;
    }
  }
  return cells.map((cell) => cell.trim());
}

function bareNumbers(grid) {
  const rows = grid.flat().map((cell, i) => ({ label: String(i + 1), values: [toNumber(cell)] }));
  return { columns: ['Value'], rows };
}

function namedRows(grid) {
  const hasHeader =
    grid.length > 1 && grid[0].length > 1 && grid[0].slice(1).every((cell) => !isNumber(cell));
  const body = hasHeader ? grid.slice(1) : grid;
  const firstLine = hasHeader ? 2 : 1;
  const width = Math.min(MOST_COLUMNS, Math.max(...body.map((cells) => cells.length)) - 1);
  if (width < 1) return problem(`Line ${firstLine}: there is no number after “${body[0][0]}”.`);
  const rows = [];
  for (const [i, cells] of body.entries()) {
    const values = cells.slice(1, width + 1);
    const odd = values.find((cell) => !isNumber(cell));
    if (odd !== undefined) return problem(`Line ${i + firstLine}: “${odd}” is not a number.`);
    if (values.length < width)
      return problem(`Line ${i + firstLine} has ${values.length} of ${width} numbers.`);
    rows.push({ label: cells[0], values: values.map(toNumber) });
  }
  const names = hasHeader ? grid[0].slice(1) : [];
  const columns = Array.from(
    { length: width },
    (_, i) => names[i] || (width > 1 ? `Column ${i + 1}` : 'Value'),
  );
  return { columns, rows };
}

function isNumber(cell) {
  return /^[-+−]?[$€£]?(\d[\d'’ ]*)?([.]\d+)?\s*%?$/.test(cell) && /\d/.test(cell);
}

function toNumber(cell) {
  return Number(cell.replace('−', '-').replace(/[^\d.-]/g, ''));
}

function problem(message) {
  return { problem: message };
}
