export const ownAppsKey = ['own-apps'] as const;

/** What is read of one of them: it alone, then with what the screen of the app shows. */
export const ownAppKey = (id: string) => ['own-app', id] as const;

/** The screen of one's own app. */
export const ownAppHref = (id: string) => `/my-app?app=${id}`;
