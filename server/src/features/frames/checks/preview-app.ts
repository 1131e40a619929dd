import type { AppPreview } from '@zapdeck/contract/apps/app-preview';
import type { Db } from '../../../db/client.ts';
import type { FetchedPage } from '../../../urls/one-request.ts';
import { pagePreview } from '../../../urls/page-facts.ts';
import { requireHostAllowed } from '../../listings/address/blocked-hosts.ts';
import { normaliseAppUrl } from '../../listings/address/url-rules.ts';
import { type FinderDeps, findPicture, pictureSources } from '../pictures/find-picture.ts';
import { judge } from './frame-check.ts';
import { findAppAt, isAwaited } from '../../listings/address/known-url.ts';

/** A `data:` address, because nothing of the app is stored yet. */
async function previewPicture(page: FetchedPage, memberId: string, deps: FinderDeps): Promise<string | null> {
  const sources = pictureSources(page, null, deps.rules);
  const found = await findPicture(sources, deps, {
    madeFrom: null,
    isKept: false,
    place: { owner: memberId, isJob: false },
  });
  const [small] = found.outcome === 'files' ? found.files : [];
  return small ? `data:image/webp;base64,${small.toString('base64')}` : null;
}

/** Rejects with `invalid_input` or `host_blocked` if the address cannot be submitted. */
export async function previewApp(
  db: Db,
  { address, memberId }: { address: string; memberId: string },
  deps: FinderDeps,
): Promise<AppPreview> {
  const { fetchPublic, rules } = deps;
  const url = normaliseAppUrl(address, rules);
  await requireHostAllowed(db, url);
  const known = await findAppAt(db, url);
  const result = await fetchPublic(url);
  const { status = 'unknown' } = judge(result, rules) ?? {};
  const page = status === 'unreachable' ? null : result.page;
  return {
    url,
    ...(page ? pagePreview(page) : { title: null, description: null, language: null }),
    picture: page && (await previewPicture(page, memberId, deps)),
    frameStatus: status,
    alreadySubmitted: known?.status ?? ((await isAwaited(db, url)) ? 'pending' : null),
  };
}
