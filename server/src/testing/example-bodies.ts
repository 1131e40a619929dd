import { CSV_FIELD } from '@zapdeck/contract/apps/bulk-upload';

export const pictureBody = {
  payload: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><circle r="4"/></svg>',
  type: 'image/svg+xml',
};

const BOUNDARY = 'a-boundary-of-the-tests';

/** Returns a multipart body with the file, and its content type. */
export function formBody({ file, name, field = CSV_FIELD }: { file: string; name: string; field?: string }) {
  const payload = [
    `--${BOUNDARY}`,
    `content-disposition: form-data; name="${field}"; filename="${name}"`,
    'content-type: text/csv',
    '',
    file,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
  return { payload, type: `multipart/form-data; boundary=${BOUNDARY}` };
}
