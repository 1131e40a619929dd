import type { CoverDesign } from '@zapdeck/contract/pictures/cover-design';
import { coverShapes, gradientEnds } from '@zapdeck/contract/pictures/cover-shapes';
import { useId } from 'react';

/** Background and pattern of a drawn cover, without inline styles, which prerendered HTML must not contain. */
export function CoverPattern({ design }: { design: CoverDesign }) {
  const ground = useId();
  const [light, deep] = design.colours;
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      stroke="currentColor"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <linearGradient id={ground} {...gradientEnds(design)}>
        <stop stopColor={`oklch(${light})`} />
        <stop offset="1" stopColor={`oklch(${deep})`} />
      </linearGradient>
      <rect width="100" height="100" stroke="none" fill={`url(#${ground})`} />
      {coverShapes(design).map(({ tag: Shape, attributes }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the shapes of a design stay as they are
        <Shape key={index} {...attributes} />
      ))}
    </svg>
  );
}
