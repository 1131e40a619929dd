/** How wide the files of a picture are; one that is made of a smaller picture is as wide as that. */
export const PICTURE_WIDTHS = [160, 480, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** How wide an app's picture counts as where it is seen in front, so that one file does for its page and for its card. */
export const POSTER_SIZES = '(width >= 900px) 480px, 100vw';

export const PICTURES_PATH = '/pictures';

/** Where the server has a picture in one of its widths. What is there never changes. */
export function picturePath(picture: string, width: PictureWidth): string {
  return `${PICTURES_PATH}/${picture}-${width}.webp`;
}
