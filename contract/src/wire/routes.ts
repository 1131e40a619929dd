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

export const routes = {
  readVersion: version.readVersion,
  currentUser: auth.currentUser,
  login: auth.login,
  signup: signup.signup,
  checkInvitation: invitations.checkInvitation,
  continueAsGuest: auth.continueAsGuest,
  waysToProve: proof.waysToProve,
  prove: proof.prove,
  totpStatus: totp.totpStatus,
  startTotp: totp.startTotp,
  turnOnTotp: totp.turnOnTotp,
  turnOffTotp: totp.turnOffTotp,
  renewRecoveryCodes: totp.renewRecoveryCodes,
  logout: auth.logout,
  loginRedirect: auth.loginRedirect,
  signInProviders: providers.signInProviders,
  googleLogin: providers.googleLogin,
  googleCallback: providers.googleCallback,
  platformLogin: providers.platformLogin,
  platformCallback: providers.platformCallback,
  pendingAccount: terms.pendingAccount,
  createPendingAccount: terms.createPendingAccount,
  dropPendingAccount: terms.dropPendingAccount,
  acceptTerms: terms.acceptTerms,
  pendingSignIn: identities.pendingSignIn,
  completeSignIn: identities.completeSignIn,
  linkedIdentities: identities.linkedIdentities,
  linkIdentity: identities.linkIdentity,
  unlinkIdentity: identities.unlinkIdentity,
  listPasskeys: passkeys.listPasskeys,
  enrolmentOptions: passkeys.enrolmentOptions,
  enrolPasskey: passkeys.enrolPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  signInOptions: passkeys.signInOptions,
  signInWithPasskey: passkeys.signInWithPasskey,
  proofOptions: passkeys.proofOptions,
  forgotPassword: account.forgotPassword,
  resetPassword: account.resetPassword,
  changePassword: account.changePassword,
  verifyEmail: account.verifyEmail,
  resendVerification: account.resendVerification,
  changeEmail: changeEmail.changeEmail,
  cancelEmailChange: changeEmail.cancelEmailChange,
  confirmEmailChange: changeEmail.confirmEmailChange,
  undoEmailChange: changeEmail.undoEmailChange,
  logoutEverywhere: account.logoutEverywhere,
  setLanguage: languageChoices.setLanguage,
  setReadLanguages: languageChoices.setReadLanguages,
  ownSessions: sessions.ownSessions,
  endOwnSession: sessions.endOwnSession,
  ownSecurityLog: securityLog.ownSecurityLog,
  accountStatus: account.accountStatus,
  ownApplication: applications.ownApplication,
  answerQuestion: applications.answerQuestion,
  deleteAccount: account.deleteAccount,
  downloadData: account.downloadData,
  apiTokens: apiTokens.apiTokens,
  createApiToken: apiTokens.createApiToken,
  revokeApiToken: apiTokens.revokeApiToken,
  listFeed: feed.listFeed,
  listDecks: deckList.listDecks,
  listHidden: hidden.listHidden,
  hide: hidden.hide,
  showAgain: hidden.showAgain,
  readTaste: taste.readTaste,
  setLess: taste.setLess,
  clearTaste: taste.clearTaste,
  searchApps: search.searchApps,
  readToday: today.readToday,
  castVote: votes.castVote,
  recordInteraction: interactions.recordInteraction,
  recordInteractions: interactions.recordInteractions,
  recordDurations: interactions.recordDurations,
  reportZapCount: users.reportZapCount,
  advertisementConfig: settings.advertisementConfig,
  reportApp: reports.reportApp,
  submitApp: apps.submitApp,
  previewApp: appPreview.previewApp,
  checkApp: appChecks.checkApp,
  confirmApp: appChecks.confirmApp,
  tryApp: pages.tryApp,
  lookAround: pages.lookAround,
  ownApps: ownApp.ownApps,
  ownAppTotals: ownApp.ownAppTotals,
  ownApp: ownApp.ownApp,
  ownAppHistory: ownApp.ownAppHistory,
  readVerification: verification.readVerification,
  checkVerification: verification.checkVerification,
  editOwnApp: changeOwnApp.editOwnApp,
  resubmitApp: changeOwnApp.resubmitApp,
  withdrawApp: changeOwnApp.withdrawApp,
  uploadAppPicture: changeOwnApp.uploadAppPicture,
  removeAppPicture: changeOwnApp.removeAppPicture,
  ownAppStats: ownAppStats.ownAppStats,
  firstViewsPromise: firstViews.firstViewsPromise,
  ownFirstViews: firstViews.ownFirstViews,
  sendVersion: firstViews.sendVersion,
  cancelVersion: firstViews.cancelVersion,
  countShare: shares.countShare,
  ownMakerPage: makerPage.ownMakerPage,
  saveMakerPage: makerPage.saveMakerPage,
  removeMakerPage: makerPage.removeMakerPage,
  mailPreferences: mailPreferences.mailPreferences,
  changeMailPreferences: mailPreferences.changeMailPreferences,
  likedApps: apps.likedApps,
  readHistory: history.readHistory,
  clearHistory: history.clearHistory,
  countNewApps: newApps.countNewApps,
  reportError: errorLogs.reportError,
  adminApps: apps.adminApps,
  languagesInUse: apps.languagesInUse,
  changedApps: appChanges.changedApps,
  decideChanges: appChanges.decideChanges,
  pendingApps: pendingApps.pendingApps,
  adminStats: stats.adminStats,
  adminFirstViews: firstViews.adminFirstViews,
  statsHistory: stats.statsHistory,
  adminUpkeep: stats.adminUpkeep,
  adminUsers: users.adminUsers,
  readPerson: people.readPerson,
  personApps: people.personApps,
  personReports: people.personReports,
  personHistory: people.personHistory,
  personSessions: sessions.personSessions,
  adminReports: reports.adminReports,
  reviewReport: reports.reviewReport,
  reportedApps: reportedApps.reportedApps,
  reportsOfApp: reportedApps.reportsOfApp,
  decideReportedApp: reportedApps.decideReportedApp,
  waiting: waiting.waiting,
  auditLog: auditLog.auditLog,
  securityLog: securityLog.securityLog,
  auditPeople: auditLog.auditPeople,
  adminErrorLogs: errorLogs.adminErrorLogs,
  adminErrorGroups: errorLogs.adminErrorGroups,
  adminFormulaWeights: settings.adminFormulaWeights,
  adminAlgorithmParams: settings.adminAlgorithmParams,
  adminAdvertisementConfig: settings.adminAdvertisementConfig,
  weightsHistory: settings.weightsHistory,
  algorithmHistory: settings.algorithmHistory,
  advertisementHistory: settings.advertisementHistory,
  feedPreview: previews.feedPreview,
  rankingPreview: previews.rankingPreview,
  daysAhead: today.daysAhead,
  nextToday: today.nextToday,
  setToday: today.setToday,
  adminApp: adminApp.adminApp,
  adminAppHistory: adminApp.adminAppHistory,
  appNotes: adminApp.appNotes,
  writeAppNote: adminApp.writeAppNote,
  editApp: apps.editApp,
  deleteApp: adminApp.deleteApp,
  setAppStatus: apps.setAppStatus,
  decideApps: decisions.decideApps,
  undoDecisions: decisions.undoDecisions,
  allowAppPicture: appPictures.allowAppPicture,
  editUser: users.editUser,
  voteGroups: voteGroups.voteGroups,
  readVoteGroup: voteGroups.readVoteGroup,
  dismissVoteGroup: voteGroups.dismissVoteGroup,
  takeVotesBack: voteGroups.takeVotesBack,
  readTakeback: takebacks.readTakeback,
  undoTakeback: takebacks.undoTakeback,
  suspendPerson: people.suspendPerson,
  liftSuspension: people.liftSuspension,
  takePersonVotesBack: people.takePersonVotesBack,
  endPersonSessions: people.endPersonSessions,
  endPersonSession: sessions.endPersonSession,
  deletePerson: people.deletePerson,
  adminHosts: hosts.adminHosts,
  hostApps: hosts.hostApps,
  saveHost: hosts.saveHost,
  removeHost: hosts.removeHost,
  saveFormulaWeights: settings.saveFormulaWeights,
  saveAlgorithmParams: settings.saveAlgorithmParams,
  saveAdvertisementConfig: settings.saveAdvertisementConfig,
  adminModerationSettings: moderation.adminModerationSettings,
  saveModerationSettings: moderation.saveModerationSettings,
  moderationHistory: moderation.moderationHistory,
  readInstance: instance.readInstance,
  adminInstance: instance.adminInstance,
  factorRequirement: factor.factorRequirement,
  requireFactor: factor.requireFactor,
  saveInstance: instance.saveInstance,
  invitations: invitations.invitations,
  createInvitation: invitations.createInvitation,
  revokeInvitation: invitations.revokeInvitation,
  applications: applications.applications,
  decideApplication: applications.decideApplication,
  undoApplicationDecision: applications.undoApplicationDecision,
  adminClaimRoles: claimRoles.adminClaimRoles,
  saveClaimRoles: claimRoles.saveClaimRoles,
  uploadLogo: instance.uploadLogo,
  removeLogo: instance.removeLogo,
  instanceHistory: instance.instanceHistory,
  legalText: legalTexts.legalText,
  saveLegalText: legalTexts.saveLegalText,
  legalTextHistory: legalTexts.legalTextHistory,
  cannedReasons: moderation.cannedReasons,
  addCannedReason: moderation.addCannedReason,
  editCannedReason: moderation.editCannedReason,
  deleteCannedReason: moderation.deleteCannedReason,
  recalculateRankings: settings.recalculateRankings,
  recalculation: settings.recalculation,
  resetStats: apps.resetStats,
  bulkUploadApps: bulkUpload.bulkUploadApps,
  recalculateTimeStats: apps.recalculateTimeStats,
  cleanupInteractions: interactions.cleanupInteractions,
  appsCsv: csvExports.appsCsv,
  pendingAppsCsv: csvExports.pendingAppsCsv,
  usersCsv: csvExports.usersCsv,
  reportsCsv: csvExports.reportsCsv,
  auditLogCsv: csvExports.auditLogCsv,
  errorLogsCsv: csvExports.errorLogsCsv,
  reportedAppsCsv: csvExports.reportedAppsCsv,
  changedAppsCsv: csvExports.changedAppsCsv,
  hostsCsv: csvExports.hostsCsv,
  hostAppsCsv: csvExports.hostAppsCsv,
  cannedReasonsCsv: csvExports.cannedReasonsCsv,
  weightsHistoryCsv: csvExports.weightsHistoryCsv,
  algorithmHistoryCsv: csvExports.algorithmHistoryCsv,
  advertisementHistoryCsv: csvExports.advertisementHistoryCsv,
  moderationHistoryCsv: csvExports.moderationHistoryCsv,
  instanceHistoryCsv: csvExports.instanceHistoryCsv,
} as const satisfies Record<string, Route>;
