import type { App } from '@zapdeck/contract/apps/apps';
import { type CoverDesign, coverDesign, coverInitial } from '@zapdeck/contract/pictures/cover-design';
import { coverShapes, gradientEnds } from '@zapdeck/contract/pictures/cover-shapes';
import { PICTURE_WIDTHS, picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { useId, useState } from 'react';
import { CategoryIcon } from './category-icon.tsx';

/** Background and pattern of a drawn cover, without inline styles, which prerendered HTML must not contain. */
function CoverPattern({ design }: { design: CoverDesign }) {
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

interface Props {
  app: Pick<App, 'id' | 'title' | 'category' | 'picture' | 'colour'>;
  className?: string;
  /** Value of the `sizes` attribute. If set, the picture loads eagerly. */
  sizes?: string;
  /** Shows a wide picture in full over a blurred copy, so that words in it are not cut. */
  whole?: boolean;
}

/** Picture of an app, or a cover drawn from its id. Fills the box that the class defines. */
export function Cover({ app, className = '', sizes, whole = false }: Props) {
  const [failed, setFailed] = useState<string>();
  const design = coverDesign(app.id, app.colour);
  const picture = app.picture === failed ? null : app.picture;
  const image = picture !== null && {
    loading: sizes ? ('eager' as const) : ('lazy' as const),
    decoding: sizes ? ('sync' as const) : ('async' as const),
    sizes: sizes ?? 'auto, 480px',
    srcSet: PICTURE_WIDTHS.map((width) => `${picturePath(picture, width)} ${width}w`).join(', '),
    src: picturePath(picture, 480),
    onError: () => setFailed(picture),
  };
  return (
    <div
      aria-hidden="true"
      className={`@container-[size] relative isolate overflow-hidden text-white forced-color-adjust-none ${className}`}
    >
      <CoverPattern design={design} />
      <span className="display absolute bottom-[6cqmin] inset-s-[9cqmin] text-[length:58cqmin] leading-[.8] drop-shadow-[0_2px_12px_rgb(0_0_0/.18)]">
        {coverInitial(app.title)}
      </span>
      <CategoryIcon
        category={app.category}
        className="absolute top-[9cqmin] inset-e-[9cqmin] size-[22cqmin] opacity-90"
      />
      {image && whole ? (
        <img alt="" {...image} className="absolute inset-0 size-full scale-150 object-cover blur-[8cqmin]" />
      ) : null}
      {image ? (
        <img
          alt=""
          {...image}
          className={`absolute inset-0 size-full ${whole ? 'object-contain' : 'object-cover'}`}
        />
      ) : null}
    </div>
  );
}
