import { TextDecoder } from 'node:util';

const PRESCAN_BYTES = 1_024;
const META_CHARSET = /<meta[^>]{1,500}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;
const HEADER_CHARSET = /charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i;

const marks: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** A page that declares its charset in ASCII cannot be UTF-16. */
function declaredInside(body: Buffer): string | undefined {
  const label = META_CHARSET.exec(body.toString('latin1', 0, PRESCAN_BYTES))?.[1];
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label;
}

/** Decodes as browsers do: byte order mark, header, declaration, else UTF-8 if valid, else Windows-1252. */
export function decodeHtml(body: Buffer, contentType: string): string {
  const mark = marks.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte));
  const labels = [mark?.[0], HEADER_CHARSET.exec(contentType)?.[1], declaredInside(body)];
  for (const label of labels) {
    const decoder = label === undefined ? undefined : decoderOf(label);
    if (decoder) return decoder.decode(body, { stream: true });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}
