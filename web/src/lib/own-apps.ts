export const ownAppsKey = ['own-apps'] as const;
