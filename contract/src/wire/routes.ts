import * as account from '../accounts/account.ts';
import * as appChanges from '../apps/app-changes.ts';
import * as adminApp from '../apps/admin-app.ts';
import * as appChecks from '../apps/app-checks.ts';
import * as appPreview from '../apps/app-preview.ts';
import * as appPictures from '../pictures/app-pictures.ts';
import * as applications from '../accounts/applications.ts';
import * as apiTokens from '../accounts/api-tokens.ts';
import * as apps from '../apps/apps.ts';
import * as auditLog from '../instance/audit-log.ts';
import * as auth from '../sign-in/auth.ts';
import * as bulkUpload from '../apps/bulk-upload.ts';
import * as claimRoles from '../sign-in/claim-roles.ts';
import * as csvExports from './csv-exports.ts';
import * as deckList from '../feed/deck-list.ts';
import * as decisions from '../moderation/decisions.ts';
import * as errorLogs from '../instance/error-logs.ts';
import * as factor from '../sign-in/factor-requirement.ts';
import * as feed from '../feed/feed.ts';
import * as firstViews from '../feed/first-views.ts';
import * as hidden from '../feed/hidden.ts';
import * as history from '../feed/history.ts';
import * as hosts from '../frames/hosts.ts';
import * as identities from '../sign-in/identities.ts';
import * as instance from '../instance/instance.ts';
import * as legalTexts from '../instance/legal-texts.ts';
import * as interactions from '../feed/interactions.ts';
import * as newApps from '../apps/new-apps.ts';
import * as ownApp from '../apps/own-app.ts';
import * as changeEmail from '../accounts/change-email.ts';
import * as changeOwnApp from '../apps/change-own-app.ts';
import * as ownAppStats from '../apps/own-app-stats.ts';
import * as languageChoices from './language-choices.ts';
import * as moderation from '../moderation/moderation.ts';
import * as mailPreferences from '../accounts/mail-preferences.ts';
import * as makerPage from '../accounts/maker-page.ts';
import * as pendingApps from '../moderation/pending-apps.ts';
import * as passkeys from '../sign-in/passkeys.ts';
import * as pages from '../instance/pages.ts';
import * as people from '../accounts/people.ts';
import * as previews from '../pictures/previews.ts';
import * as proof from '../sign-in/proof.ts';
import * as providers from '../sign-in/providers.ts';
import * as reportedApps from '../moderation/reported-apps.ts';
import * as reports from '../moderation/reports.ts';
import type { Route } from './route.ts';
import * as search from '../feed/search.ts';
import * as securityLog from '../accounts/security-log.ts';
import * as sessions from '../sign-in/sessions.ts';
import * as settings from '../instance/settings.ts';
import * as shares from '../apps/shares.ts';
import * as invitations from '../accounts/invitations.ts';
import * as signup from '../sign-in/signup.ts';
import * as stats from '../instance/stats.ts';
import * as takebacks from '../moderation/takebacks.ts';
import * as taste from '../feed/taste.ts';
import * as terms from '../sign-in/terms.ts';
import * as today from '../feed/today.ts';
import * as totp from '../sign-in/totp.ts';
import * as users from '../accounts/users.ts';
import * as verification from '../frames/verification.ts';
import * as version from '../instance/version.ts';
import * as voteGroups from '../moderation/vote-groups.ts';
import * as votes from '../feed/votes.ts';
import * as waiting from '../accounts/waiting.ts';

type RoutesOf<Module> = { [Name in keyof Module as Module[Name] extends Route ? Name : never]: Module[Name] };

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

function routesOf<Module extends object>(module: Module): RoutesOf<Module> {
  const found = Object.entries(module).filter(([, value]) => isRoute(value));
  return Object.fromEntries(found) as RoutesOf<Module>;
}

export const routes = {
  ...routesOf(version),
  ...routesOf(auth),
  ...routesOf(signup),
  ...routesOf(invitations),
  ...routesOf(proof),
  ...routesOf(totp),
  ...routesOf(providers),
  ...routesOf(terms),
  ...routesOf(identities),
  ...routesOf(passkeys),
  ...routesOf(account),
  ...routesOf(changeEmail),
  ...routesOf(languageChoices),
  ...routesOf(sessions),
  ...routesOf(securityLog),
  ...routesOf(applications),
  ...routesOf(apiTokens),
  ...routesOf(feed),
  ...routesOf(deckList),
  ...routesOf(hidden),
  ...routesOf(taste),
  ...routesOf(search),
  ...routesOf(today),
  ...routesOf(votes),
  ...routesOf(interactions),
  ...routesOf(users),
  ...routesOf(settings),
  ...routesOf(reports),
  ...routesOf(apps),
  ...routesOf(appPreview),
  ...routesOf(appChecks),
  ...routesOf(pages),
  ...routesOf(ownApp),
  ...routesOf(verification),
  ...routesOf(changeOwnApp),
  ...routesOf(ownAppStats),
  ...routesOf(firstViews),
  ...routesOf(shares),
  ...routesOf(makerPage),
  ...routesOf(mailPreferences),
  ...routesOf(history),
  ...routesOf(newApps),
  ...routesOf(errorLogs),
  ...routesOf(appChanges),
  ...routesOf(pendingApps),
  ...routesOf(stats),
  ...routesOf(people),
  ...routesOf(reportedApps),
  ...routesOf(waiting),
  ...routesOf(auditLog),
  ...routesOf(previews),
  ...routesOf(adminApp),
  ...routesOf(decisions),
  ...routesOf(appPictures),
  ...routesOf(voteGroups),
  ...routesOf(takebacks),
  ...routesOf(hosts),
  ...routesOf(moderation),
  ...routesOf(instance),
  ...routesOf(factor),
  ...routesOf(claimRoles),
  ...routesOf(legalTexts),
  ...routesOf(bulkUpload),
  ...routesOf(csvExports),
} satisfies Record<string, Route>;
