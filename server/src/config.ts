export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface ProviderConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Scopes to request beside `openid email profile`. */
  scopes?: string | undefined;
  roleClaim?: string | undefined;
}

export interface Config {
  port: number;
  host: string;
  demoPort: number;
  dataDir: string;
  /** If undefined, the embedded PostgreSQL is started in `dataDir`. */
  databaseUrl: string | undefined;
  databaseReadUrls: string[];
  /** Scheme, host and port as browsers see them; links, cookies and the origin check follow it. */
  publicUrl: string;
  /** Encrypts the secrets of authenticator apps. If undefined, the key is in `dataDir`. */
  secretKey: string | undefined;
  admin: { email: string; password: string } | undefined;
  isDemo: boolean;
  demoUrl: string;
  allowsPrivateUrls: boolean;
  isRateLimited: boolean;
  signupsPerMinute: number;
  trustedProxies: string[];
  /** If undefined, mails are written to files in `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  securityContact: string | undefined;
  /** Bearer token for the metrics. If undefined, only requests from this machine get them. */
  metricsToken: string | undefined;
  /** If false, browsers remove a service worker that they have installed. */
  hasServiceWorker: boolean;
  countsForAbout: boolean;
  workers: number;
  /** Retention in days; undefined means for ever. */
  retention: {
    interactionDays: number | undefined;
    auditLogDays: number | undefined;
    mailDays: number | undefined;
    dealLogDays: number;
    errorLogDays: number;
  };
  /** Time for which a stopping node keeps serving while /readyz fails. */
  drainSeconds: number;
  passwordPolicy: 'basic' | 'strict';
  providers: { google: ProviderConfig | undefined; platform: ProviderConfig | undefined };
  platformName: string;
  logLevel: (typeof logLevels)[number];
  /** Requests, and statements of the embedded database, that take this many milliseconds or more are logged. */
  slowMs: number | undefined;
}
