import * as z from 'zod/mini';
import { Count } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const CSV_FIELD = 'csvFile';
/** Must precede the file in the form. `on` gives the apps first views. */
export const FIRST_VIEWS_FIELD = 'firstViews';
export const UPLOAD_ID_HEADER = 'x-upload-id';
export const CSV_MAX_BYTES = 5 * 1024 * 1024;
const FORM_OVERHEAD_BYTES = 64 * 1024;
export const CSV_ROWS_MAX = 10_000;

/** Stores all rows or none. `invalid_input` lists faulty rows in `fields`, by keys such as `line 2`. */
export const bulkUploadApps = route({
  method: 'POST',
  path: '/api/admin/bulk-upload-apps',
  summary: 'Upload apps as a CSV file',
  access: 'admin',
  scope: 'admin:write',
  encoding: 'multipart',
  bodyMaxBytes: CSV_MAX_BYTES + FORM_OVERHEAD_BYTES,
  response: z.object({ count: Count, skipped: Count }),
});
