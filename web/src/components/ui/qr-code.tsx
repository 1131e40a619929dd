import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Modules around the code that scanners need. */
const MARGIN = 4;

/** QR code of an address. Dark on light in both colour schemes, because many scanners read no other. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-56 rounded-field"
    >
      <rect x={-MARGIN} y={-MARGIN} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
