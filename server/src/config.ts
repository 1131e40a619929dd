export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface ProviderConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What an operator sets, as everything below `start/` is given it. */
export interface Config {
  port: number;
  /** The address of this machine to listen on, for the demo apps too. */
  host: string;
  demoPort: number;
  dataDir: string;
  /** Without one, the embedded PostgreSQL is started in `dataDir`. */
  databaseUrl: string | undefined;
  /** Replicas of it, each by an address of its own, to read from. */
  databaseReadUrls: string[];
  /** Scheme, host and port as browsers see them; links, cookies and the origin check follow it. */
  publicUrl: string;
  admin: { email: string; password: string } | undefined;
  isDemo: boolean;
  /** Where the demo apps are reached by a browser. */
  demoUrl: string;
  allowsPrivateUrls: boolean;
  isRateLimited: boolean;
  /** Sign-ups that are let in a minute, from all networks together. */
  signupsPerMinute: number;
  trustedProxies: string[];
  /** Without one, mails are written to files in `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Address to which vulnerabilities are reported: mailto:, https: or tel:. Published in `security.txt`. */
  securityContact: string | undefined;
  /** Opens the metrics to whoever brings it; without one they are for this machine. */
  metricsToken: string | undefined;
  /** Without one, the worker that browsers may have from before is told to go. */
  hasServiceWorker: boolean;
  /** Whether the about page shows what there is here, and not the numbers of the product. */
  countsForAbout: boolean;
  /** Processes that answer requests. */
  workers: number;
  /** How many days things are kept; undefined is for ever. */
  retention: {
    interactionDays: number | undefined;
    auditLogDays: number | undefined;
    mailDays: number | undefined;
    /** Decks end when their log does. */
    dealLogDays: number;
    errorLogDays: number;
  };
  /** How long a node that was told to stop goes on serving while it says that it is not ready. */
  drainSeconds: number;
  passwordPolicy: 'basic' | 'strict';
  /** The OpenID Connect providers that people may sign in with, as far as they are set up. */
  providers: { google: ProviderConfig | undefined; platform: ProviderConfig | undefined };
  platformName: string;
  logLevel: (typeof logLevels)[number];
  /** Requests and statements that take so many milliseconds are logged, each with the id of the request. */
  slowMs: number | undefined;
}
