import { bulkUploadApps, FIRST_VIEWS_FIELD } from '@zapdeck/contract/apps/bulk-upload';
import type { ErrorBody } from '@zapdeck/contract/wire/errors';
import type { Person, TestApp } from '../../../testing/test-app.ts';

export const HEADER = 'title,description,url,category,tags,thumbnailUrl';

export const row = (name: string, rest = 'Games') =>
  `${name},About ${name},https://${name}.example.com/,${rest}`;

export interface Form {
  field?: string;
  fileName?: string;
  /** True if the box for first views is ticked. */
  isTicked?: boolean;
}

/** Returns a function that uploads a file as the admin. */
export function uploadAs(t: TestApp, admin: Person) {
  return async function upload(
    file: string | Uint8Array<ArrayBuffer>,
    { field = 'csvFile', fileName = 'apps.csv', isTicked = false }: Form = {},
  ) {
    const form = new FormData();
    if (isTicked) form.append(FIRST_VIEWS_FIELD, 'on');
    form.append(field, new File([file], fileName, { type: 'text/csv' }));
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const response = await t.app.inject({
      method: 'POST',
      url: bulkUploadApps.path,
      headers: {
        origin: t.deps.config.publicUrl,
        'content-type': request.headers.get('content-type') ?? '',
      },
      cookies: admin.cookies,
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const body: { count: number; skipped: number } & ErrorBody = response.json();
    return { status: response.statusCode, body };
  };
}
