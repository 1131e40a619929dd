import { confirmApp } from '@zapdeck/contract/apps/app-checks';
import type { App, FrameStatus } from '@zapdeck/contract/apps/apps';
import { call } from '../../../../lib/call.ts';

/** Lets the server check whether the app can be framed. Returns `unknown` after an error. */
export async function confirmFrame(appId: App['id']): Promise<FrameStatus> {
  try {
    return (await call(confirmApp, { params: { id: appId } })).frameStatus;
  } catch {
    return 'unknown';
  }
}
