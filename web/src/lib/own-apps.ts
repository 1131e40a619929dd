export const ownAppsKey = ['own-apps'] as const;

/** Cache key of the user's app. Its statistics have longer keys. */
export const ownAppKey = (id: string) => ['own-app', id] as const;

/** Returns the address of the screen of the user's app. */
export const ownAppHref = (id: string) => `/my-app?app=${id}`;
