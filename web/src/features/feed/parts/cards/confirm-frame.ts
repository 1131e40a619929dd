import { confirmApp } from '@zapdeck/contract/app-checks';
import type { App, FrameStatus } from '@zapdeck/contract/apps';
import { call } from '../../../../lib/call.ts';

/** Asks the server whether an app can be framed now. Returns `unknown` if it does not say; never rejects. */
export async function confirmFrame(appId: App['id']): Promise<FrameStatus> {
  try {
    return (await call(confirmApp, { params: { id: appId } })).frameStatus;
  } catch {
    return 'unknown';
  }
}
