import { resolve } from 'node:path';
import type * as z from 'zod/mini';
import type { Config, ProviderConfig } from '../config.ts';
import { entriesOf, Environment, workersMeant } from './env-variables.ts';

const GOOGLE_ISSUER = 'https://accounts.google.com';

const together = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['PLATFORM_ISSUER', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET'],
] as const;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

function demoUrlBeside(publicUrl: string, demoPort: number): string {
  return `http://${new URL(publicUrl).hostname}:${demoPort}`;
}

function providerOf(
  issuer: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
): ProviderConfig | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret };
}

function platformOf(settings: z.output<typeof Environment>): ProviderConfig | undefined {
  const { PLATFORM_ISSUER, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET } = settings;
  const provider = providerOf(PLATFORM_ISSUER, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET);
  return (
    provider && { ...provider, scopes: settings.PLATFORM_SCOPES, roleClaim: settings.PLATFORM_ROLE_CLAIM }
  );
}

/** Returns what is wrong with settings that are each right by themselves. */
function faultsTogether(given: Record<string, string>, demoPort: number | undefined): string[] {
  const lacks = (name: string, needed: string) => given[name] !== undefined && given[needed] === undefined;
  const faults: string[] = [];
  for (const names of together) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length > 0 && missing.length < names.length)
      faults.push(`${names.join(', ')} go together: ${missing.join(', ')} is missing`);
  }
  if (lacks('SMTP_URL', 'MAIL_FROM')) faults.push('SMTP_URL needs MAIL_FROM, the sender address of mails');
  if (lacks('DATABASE_READ_URLS', 'DATABASE_URL'))
    faults.push('DATABASE_READ_URLS needs DATABASE_URL, the primary of these replicas');
  if (lacks('PLATFORM_ROLE_CLAIM', 'PLATFORM_ISSUER'))
    faults.push('PLATFORM_ROLE_CLAIM needs PLATFORM_ISSUER, the provider that sends the claim');
  if (demoPort !== undefined && demoPort > 65_535) faults.push('DEMO_PORT must be a port number');
  return faults;
}

/** Parses the variables. Empty values count as missing. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
  const parsed = Environment.safeParse(given);
  const demoPort = parsed.data?.DEMO_PORT ?? (parsed.data ? parsed.data.PORT + 1 : undefined);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...faultsTogether(given, demoPort),
  ];
  if (demoPort !== undefined && demoPort === parsed.data?.PORT)
    faults.push('DEMO_PORT must differ from PORT');
  if (!parsed.success || demoPort === undefined || faults.length > 0) {
    throw new ConfigError(
      `These settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  }
  return configOf(parsed.data, demoPort);
}

function configOf(settings: z.output<typeof Environment>, demoPort: number): Config {
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, '');
  return {
    port: settings.PORT,
    host: settings.HOST,
    demoPort,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseReadUrls: entriesOf(settings.DATABASE_READ_URLS),
    publicUrl,
    secretKey: settings.SECRET_KEY,
    admin:
      settings.ADMIN_EMAIL !== undefined && settings.ADMIN_PASSWORD !== undefined
        ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
        : undefined,
    isDemo: settings.DEMO === 'on',
    demoUrl: demoUrlBeside(publicUrl, demoPort),
    allowsPrivateUrls: settings.ALLOW_PRIVATE_URLS === '1',
    isRateLimited: settings.RATE_LIMIT === 'on',
    signupsPerMinute: settings.SIGNUPS_PER_MINUTE,
    trustedProxies: entriesOf(settings.TRUSTED_PROXIES),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    securityContact: settings.SECURITY_CONTACT,
    metricsToken: settings.METRICS_TOKEN,
    hasServiceWorker: settings.SERVICE_WORKER === 'on',
    countsForAbout: settings.ABOUT_NUMBERS === 'counted',
    workers: workersMeant(settings.WORKERS),
    retention: {
      interactionDays: settings.INTERACTION_DAYS,
      auditLogDays: settings.AUDIT_LOG_DAYS,
      mailDays: settings.MAIL_DAYS,
      dealLogDays: settings.DEAL_LOG_DAYS,
      errorLogDays: settings.ERROR_LOG_DAYS,
    },
    drainSeconds: settings.DRAIN_SECONDS,
    passwordPolicy: settings.PASSWORD_POLICY,
    providers: {
      google: providerOf(GOOGLE_ISSUER, settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET),
      platform: platformOf(settings),
    },
    platformName: settings.PLATFORM_NAME,
    logLevel: settings.LOG_LEVEL,
    slowMs: settings.SLOW_MS,
  };
}
