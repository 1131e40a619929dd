import * as z from 'zod/mini';
import { categories, DESCRIPTION_MAX, SubmitForm, TITLE_STORED_MAX, URL_MAX } from './apps.ts';
import { Count } from './primitives.ts';
import { requiredLine, requiredProse } from './lines.ts';
import { route } from './route.ts';

/** The form field that the file stands in. */
export const CSV_FIELD = 'csvFile';
/** Where the answer names the upload; its body is as specified. */
export const UPLOAD_ID_HEADER = 'x-upload-id';
export const CSV_MAX_BYTES = 5 * 1024 * 1024;
/** Headers, boundaries and further fields of the form around the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
export const CSV_ROWS_MAX = 10_000;

export const CATEGORY_FAULT = 'is not one of the categories';

/** Specification, section 3: the columns of a CSV file. Tags are separated by semicolons. */
export const CsvRow = z.object({
  title: requiredLine(TITLE_STORED_MAX, 'is required'),
  description: requiredProse(DESCRIPTION_MAX, 'is required'),
  url: requiredLine(URL_MAX, 'is required'),
  category: z.enum(categories, CATEGORY_FAULT),
  tags: SubmitForm.shape.tags,
  thumbnailUrl: z.nullable(requiredLine(URL_MAX, 'is required')),
});
export type CsvRow = z.infer<typeof CsvRow>;

/**
 * A CSV file in the form field CSV_FIELD. Either every row is stored, as pending, or none: `invalid_input` then names
 * every faulty line, as fields `line 2`, `line 7`… with the reasons. Addresses that are known are left out and counted,
 * so that the same file can be sent again. The header UPLOAD_ID_HEADER of the answer names the upload, by which the queue
 * can be filtered.
 */
export const bulkUploadApps = route({
  method: 'POST',
  path: '/api/admin/bulk-upload-apps',
  summary: 'Upload many apps as one CSV file',
  access: 'admin',
  encoding: 'multipart',
  bodyMaxBytes: CSV_MAX_BYTES + FORM_OVERHEAD_BYTES,
  response: z.object({ count: Count, skipped: Count }),
});
