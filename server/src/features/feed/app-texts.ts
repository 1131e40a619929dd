import type { App } from '@zapdeck/contract/apps';
import {
  type AppToPresent,
  maySeeEmail,
  presentApp,
  type ShownApp,
  type Viewer,
} from '../apps/present-app.ts';

/** What of an app changes with its views and votes, and with who looks; the counts as digits. */
export interface AppState {
  upvotes: string;
  downvotes: string;
  views: string;
  vote: 'up' | 'down' | null;
}

/** The rest of an app as JSON, in pieces between which the state goes. */
export interface AppText {
  submittedBy: string | null;
  upToCounts: string;
  upToVote: string;
  submitter: string;
  submitterWithEmail: string;
}

const ANY_ADMIN: Viewer = { id: '', isAdmin: true };

const fieldsOf = (some: Partial<App>): string => JSON.stringify(some).slice(1, -1);

/** The pieces of the app, whatever its state. */
export function textOf(row: AppToPresent<ShownApp>): AppText {
  const app = presentApp(row, ANY_ADMIN);
  const { id, title, description, url, category, thumbnailUrl, tags, status, submitter } = app;
  const { frameStatus, createdAt, updatedAt } = app;
  return {
    submittedBy: row.app.submittedBy,
    upToCounts: fieldsOf({ id, title, description, url, category, thumbnailUrl, tags, status }),
    upToVote: fieldsOf({ frameStatus, createdAt, updatedAt }),
    submitter: JSON.stringify(submitter && { ...submitter, email: null }),
    submitterWithEmail: JSON.stringify(submitter),
  };
}

/** The app as JSON for the viewer: to the byte what `presentApp` gives, which a test holds it to. */
export function writeApp(
  text: AppText,
  { upvotes, downvotes, views, vote }: AppState,
  viewer: Viewer,
): string {
  const userVote: App['userVote'] = vote && { voteType: vote, userId: viewer.id };
  const submitter = maySeeEmail(viewer, text) ? text.submitterWithEmail : text.submitter;
  return `{${text.upToCounts},"upvotes":${upvotes},"downvotes":${downvotes},"views":${views},${text.upToVote},"userVote":${JSON.stringify(userVote)},"submitter":${submitter}}`;
}

/** An app, and which version of its text is wanted. */
export interface Wanted {
  id: string;
  textVersion: string;
}

/** In characters, of which each takes one byte, or two in an app that has others than those of western Europe. */
const KEPT_MAX = 6_000_000;
/** What an entry takes beside its text, about. */
const ENTRY = 900;

/**
 * Texts of apps, each under its version: whoever asks has read from the database which one they want, so nothing here
 * can be out of date. All are dropped when they come to more than so many characters; what is asked for comes back.
 */
export class AppTexts {
  readonly #kept = new Map<string, { version: string; text: AppText }>();
  readonly #most: number;
  #size = 0;

  constructor(most = KEPT_MAX) {
    this.#most = most;
  }

  /** Whether it is likely, and no more than that, that few of these apps are missing. */
  hasMost(ids: readonly string[]): boolean {
    return 2 * ids.filter((id) => this.#kept.has(id)).length >= ids.length;
  }

  find({ id, textVersion }: Wanted): AppText | undefined {
    const kept = this.#kept.get(id);
    return kept?.version === textVersion ? kept.text : undefined;
  }

  findOrKeep(wanted: Wanted, make: () => AppText): AppText {
    const known = this.find(wanted);
    if (known) return known;
    const text = make();
    const { upToCounts, upToVote, submitter, submitterWithEmail } = text;
    const size = ENTRY + upToCounts.length + upToVote.length + submitter.length + submitterWithEmail.length;
    if (this.#size + size > this.#most) {
      this.#kept.clear();
      this.#size = 0;
    }
    // What is replaced goes on being counted: that is rare, and only drops all a little earlier.
    this.#kept.set(wanted.id, { version: wanted.textVersion, text });
    this.#size += size;
    return text;
  }
}
