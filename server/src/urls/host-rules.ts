import type { Db } from '../db/client.ts';
import { isOneOf } from '../db/is-one-of.ts';
import { hostRules } from '../db/schema/hosts.table.ts';

export type HostRule = Pick<typeof hostRules.$inferSelect, 'host' | 'rule'>;

/** The rule that counts for a host, which is the most specific one. */
export type RuleOf = (host: string) => HostRule | null;

/** The host of an address that was normalised. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.+$/, '');
}

/** The labels of a host from the last to the first, with a dot behind each: what lies below a host begins with its key. */
export function hostKeyOf(host: string): string {
  return `${host.split('.').toReversed().join('.')}.`;
}

/** The host that a key stands for. */
export function hostOfKey(key: string): string {
  return key.split('.').slice(0, -1).toReversed().join('.');
}

/** The host itself, then those that it lies below. */
function upwards(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

function lookUp(rules: readonly HostRule[]): RuleOf {
  const byHost = new Map(rules.map((rule) => [rule.host, rule]));
  return (host) => {
    for (const one of upwards(host)) {
      const rule = byHost.get(one);
      if (rule) return rule;
    }
    return null;
  };
}

const columns = { host: hostRules.host, rule: hostRules.rule };

/** The rules for these hosts. */
export async function rulesAbout(db: Db, hosts: readonly string[]): Promise<RuleOf> {
  const asked = new Set(hosts.flatMap(upwards));
  if (asked.size === 0) return () => null;
  return lookUp(await db.select(columns).from(hostRules).where(isOneOf(hostRules.host, asked)));
}

/** All rules, for who does not know yet which hosts come. */
export async function allHostRules(db: Db): Promise<RuleOf> {
  return lookUp(await db.select(columns).from(hostRules));
}
