import { getDomain } from 'tldts';
import type { Db } from '../db/client.ts';
import { isOneOf } from '../db/is-one-of.ts';
import { hostRules } from '../db/schema/hosts.table.ts';

type StoredHostRule = Pick<typeof hostRules.$inferSelect, 'host' | 'rule'>;

export type RuleOf = (host: string) => StoredHostRule | null;

export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.+$/, '');
}

/** Returns reversed labels, each followed by a dot. Keys of subdomains start with the key of the host. */
export function hostKeyOf(host: string): string {
  return `${host.split('.').toReversed().join('.')}.`;
}

export function hostOfKey(key: string): string {
  return key.split('.').slice(0, -1).toReversed().join('.');
}

function upwards(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

function lookUp(rules: readonly StoredHostRule[]): RuleOf {
  const byHost = new Map(rules.map((rule) => [rule.host, rule]));
  return (host) => {
    for (const one of upwards(host)) {
      const rule = byHost.get(one);
      if (rule) return rule;
    }
    return null;
  };
}

const ruleColumns = { host: hostRules.host, rule: hostRules.rule };

/** Reads the rules for the hosts and their parent domains. */
export async function rulesAbout(db: Db, hosts: readonly string[]): Promise<RuleOf> {
  const asked = new Set(hosts.flatMap(upwards));
  if (asked.size === 0) return () => null;
  return lookUp(await db.select(ruleColumns).from(hostRules).where(isOneOf(hostRules.host, asked)));
}

/** Reads all rules, for callers that do not know their hosts yet. */
export async function allHostRules(db: Db): Promise<RuleOf> {
  return lookUp(await db.select(ruleColumns).from(hostRules));
}

interface OwnAddresses {
  publicUrl: string;
  demoUrl?: string | undefined;
}

function bareHost(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

/** Returns the registrable domain, or the host if it has none. */
export function ownDomainOf({ publicUrl }: OwnAddresses): string {
  const own = bareHost(new URL(publicUrl).hostname);
  return getDomain(own, { allowPrivateDomains: true }) ?? own;
}

/** Returns true for our host and registrable domain, because such pages could share cookies with us. */
export function isOwnSite(url: URL, rules: OwnAddresses): boolean {
  if (url.origin === rules.demoUrl) return false;
  const domain = ownDomainOf(rules);
  const host = bareHost(url.hostname);
  return host === domain || host.endsWith(`.${domain}`);
}
