export const PICTURE_WIDTHS = [160, 480, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Shared by page and card, so that they load the same file. */
export const POSTER_SIZES = '(width >= 900px) 480px, 100vw';

export const PICTURES_PATH = '/pictures';

export function picturePath(picture: string, width: PictureWidth): string {
  return `${PICTURES_PATH}/${picture}-${width}.webp`;
}
