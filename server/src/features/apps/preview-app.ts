import type { AppPreview } from '@zapdeck/contract/apps';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { FetchPublic } from '../../urls/fetch-public.ts';
import { pagePreview } from '../../urls/page-preview.ts';
import { normaliseAppUrl, type UrlRules } from './app-url.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { judge, pictureOf } from './frame-check.ts';

interface PreviewDeps {
  fetchPublic: FetchPublic;
  rules: UrlRules;
}

/**
 * What the form can say of an address before it is submitted: what the page says about itself, whether it can be framed,
 * whether it is known. Refuses with `invalid_input` what could not be submitted either.
 */
export async function previewApp(
  db: Db,
  address: string,
  { fetchPublic, rules }: PreviewDeps,
): Promise<AppPreview> {
  const url = normaliseAppUrl(address, rules);
  const [known] = await db.select({ status: apps.status }).from(apps).where(eq(apps.url, url));
  const result = await fetchPublic(url);
  const { status = 'unknown' } = judge(result, rules) ?? {};
  const page = status === 'unreachable' ? null : result.page;
  return {
    url,
    ...(page
      ? { ...pagePreview(page, rules), imageUrl: pictureOf(page, rules) }
      : { title: null, description: null, imageUrl: null }),
    frameStatus: status,
    alreadySubmitted: known?.status ?? null,
  };
}
