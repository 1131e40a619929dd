import {
  bulkUploadApps,
  CSV_FIELD,
  FIRST_VIEWS_FIELD,
  UPLOAD_ID_HEADER,
} from '@zapdeck/contract/apps/bulk-upload';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { upload } from '../../../lib/upload.ts';

type Uploaded = ResponseOf<typeof bulkUploadApps> & { uploadId: string };

/** Uploads a CSV file as a multipart form; see `upload`. */
export async function uploadCsv(
  file: File,
  hasFirstViews: boolean,
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  const form = new FormData();
  // Before the file, because the server reads the file as it arrives.
  if (hasFirstViews) form.append(FIRST_VIEWS_FIELD, 'on');
  form.append(CSV_FIELD, file);
  const { data, header } = await upload(bulkUploadApps, {}, form, onProgress);
  return { ...data, uploadId: header(UPLOAD_ID_HEADER) ?? '' };
}
