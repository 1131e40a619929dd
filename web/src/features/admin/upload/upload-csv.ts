import { bulkUploadApps, CSV_FIELD, UPLOAD_ID_HEADER } from '@zapdeck/contract/bulk-upload';
import type { ResponseOf } from '@zapdeck/contract/route';
import { upload } from '../../../lib/upload.ts';

type Uploaded = ResponseOf<typeof bulkUploadApps> & { uploadId: string };

/** Uploads a CSV file as a multipart form; see `upload`. */
export async function uploadCsv(file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  const form = new FormData();
  form.append(CSV_FIELD, file);
  const { data, header } = await upload(bulkUploadApps, {}, form, onProgress);
  return { ...data, uploadId: header(UPLOAD_ID_HEADER) ?? '' };
}
