/** The screens of admins. In a file of their own: the names of all that they need are then in no page of anybody else. */
export const loadAdminScreen = {
  admin: () => import('./admin-screen.tsx'),
  'admin-person': () => import('./admin-person-screen.tsx'),
  'admin-app': () => import('./admin-app-screen.tsx'),
};
