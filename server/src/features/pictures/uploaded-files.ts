import { type Marked, message } from '@zapdeck/contract/wire/message';
import { PictureRefusal } from '../../http/refusal.ts';
import type { MadePicture } from '../../pictures/picture-maker.ts';

const BUSY_RETRY_S = 5;
const BUDGET_RETRY_S = 600;

const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } });

/** Draws an upload. Rejects with `unavailable`, `too_many_requests`, `picture_too_slow` or `invalid_input`. */
export function uploadedFiles(
  { files, fault }: MadePicture,
  { field, tooSmall }: { field: string; tooSmall: Marked },
): Buffer[] {
  if (fault === null) return files;
  if (fault === 'busy') throw new PictureRefusal('unavailable', retryAfter(BUSY_RETRY_S));
  if (fault === 'spent') throw new PictureRefusal('too_many_requests', retryAfter(BUDGET_RETRY_S));
  if (fault === 'too_slow')
    throw new PictureRefusal('picture_too_slow', {
      fields: { [field]: message('This picture takes too long to read.') },
    });
  const words = {
    not_a_picture: message(
      'This file cannot be read as a WebP, PNG, JPEG, AVIF or SVG picture. An SVG must have no filters, patterns, images or dashes.',
    ),
    too_many_pixels: message('This picture has more than 40 megapixels.'),
    too_small: tooSmall,
  };
  throw new PictureRefusal('invalid_input', { message: words[fault], fields: { [field]: words[fault] } });
}
