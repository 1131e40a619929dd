import type { FrameReason } from '@zapdeck/contract/frames/frame-reasons';
import { filled } from '@zapdeck/contract/wire/message';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { appHosts } from '../../../db/schema/hosts.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { FetchResult } from '../../../urls/fetch-public.ts';
import { hostKeyOf, hostOf, hostOfKey, rulesAbout } from '../../../urls/host-rules.ts';

export async function requireHostAllowed(db: Db, url: string): Promise<void> {
  const host = hostOf(url);
  const rule = (await rulesAbout(db, [host]))(host);
  if (rule?.rule !== 'blocked') return;
  const { host: blocked } = rule;
  const text = filled('Apps from {host} can’t be submitted here.', { host: blocked });
  throw new Refusal('host_blocked', { message: text, fields: { url: text } });
}

/** Returns the ids of trusted apps. Both the host of the address and the host that it redirects to must be trusted. */
export async function readTrustedApps(
  db: Db,
  apps: readonly { id: string; url: string }[],
): Promise<Set<string>> {
  const ids = apps.map(({ id }) => id);
  const landings = await db
    .select({ appId: appHosts.appId, key: appHosts.hostKey })
    .from(appHosts)
    .where(and(isOneOf(appHosts.appId, ids), eq(appHosts.isLanding, true)));
  const landingOf = new Map(landings.map(({ appId, key }) => [appId, hostOfKey(key)]));
  const hostsOf = ({ id, url }: { id: string; url: string }) => [
    hostOf(url),
    landingOf.get(id) ?? hostOf(url),
  ];
  const ruleOf = await rulesAbout(db, apps.flatMap(hostsOf));
  const isTrusted = (host: string) => ruleOf(host)?.rule === 'trusted';
  return new Set(apps.filter((app) => hostsOf(app).every(isTrusted)).map(({ id }) => id));
}

export async function readBlockedReason(
  db: Db,
  url: string,
  { page }: FetchResult,
): Promise<FrameReason | null> {
  const own = hostOf(url);
  const hosts = [own, ...(page ? [...page.passed, page].map((hop) => hostOf(hop.url)) : [])];
  const ruleOf = await rulesAbout(db, hosts);
  const blocked = hosts.map(ruleOf).find((rule) => rule?.rule === 'blocked');
  if (!blocked) return null;
  const isOwn = ruleOf(own)?.rule === 'blocked';
  return { code: isOwn ? 'host_blocked' : 'landing_blocked', host: blocked.host };
}

/** Stores the host that the address redirects to. Keeps the known one if the fetch failed. */
export async function noteLanding(
  tx: Db,
  { id, url }: { id: string; url: string },
  { page }: FetchResult,
): Promise<void> {
  if (!page) return;
  const isLanding = and(eq(appHosts.appId, id), eq(appHosts.isLanding, true));
  const hostKey = hostKeyOf(hostOf(page.url));
  if (hostOf(page.url) === hostOf(url)) {
    await tx.delete(appHosts).where(isLanding);
    return;
  }
  await tx
    .insert(appHosts)
    .values({ appId: id, isLanding: true, hostKey })
    .onConflictDoUpdate({
      target: [appHosts.appId, appHosts.isLanding],
      set: { hostKey },
      setWhere: ne(appHosts.hostKey, hostKey),
    });
}
