import * as z from 'zod/mini';
import { DESCRIPTION_MAX, SubmitForm, TITLE_STORED_MAX, URL_MAX } from './listing.ts';
import { categories } from './categories.ts';
import { Count } from './primitives.ts';
import { requiredLine, requiredProse } from './lines.ts';
import { route } from './route.ts';

export const CSV_FIELD = 'csvFile';
export const UPLOAD_ID_HEADER = 'x-upload-id';
export const CSV_MAX_BYTES = 5 * 1024 * 1024;
/** Multipart headers and other form fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
export const CSV_ROWS_MAX = 10_000;

export const CATEGORY_FAULT = 'is not one of the categories';

export const CsvRow = z.object({
  title: requiredLine(TITLE_STORED_MAX, 'is required'),
  description: requiredProse(DESCRIPTION_MAX, 'is required'),
  url: requiredLine(URL_MAX, 'is required'),
  category: z.enum(categories, CATEGORY_FAULT),
  tags: SubmitForm.shape.tags,
  thumbnailUrl: z.nullable(requiredLine(URL_MAX, 'is required')),
});
export type CsvRow = z.infer<typeof CsvRow>;

/** Stores all rows or none. `invalid_input` lists faulty rows in `fields`, by keys such as `line 2`. */
export const bulkUploadApps = route({
  method: 'POST',
  path: '/api/admin/bulk-upload-apps',
  summary: 'Upload apps as a CSV file',
  access: 'admin',
  encoding: 'multipart',
  bodyMaxBytes: CSV_MAX_BYTES + FORM_OVERHEAD_BYTES,
  response: z.object({ count: Count, skipped: Count }),
});
