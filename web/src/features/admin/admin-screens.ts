/** Screens of admins. In a separate file, so that pages of other users do not list the files that admins load. */
export const loadAdminScreen = {
  admin: () => import('./admin-screen.tsx'),
  'admin-person': () => import('./admin-person-screen.tsx'),
  'admin-app': () => import('./admin-app-screen.tsx'),
};
