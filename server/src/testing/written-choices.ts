/** Writing routes of languages, hidden apps and taste that members choose for themselves. */
export const writtenChoices = {
  hide: {
    body: () => ({ kind: 'tag', value: 'Marked' }),
    stored: `EXISTS (SELECT FROM hidden WHERE user_id = :mark AND value = 'Marked')`,
  },
  showAgain: {
    before: `INSERT INTO hidden (user_id, kind, value) VALUES (:mark, 'tag', 'Marked');`,
    body: () => ({ kind: 'tag', value: 'Marked' }),
    stored: 'NOT EXISTS (SELECT FROM hidden WHERE user_id = :mark)',
  },
  setLanguage: {
    body: () => ({ language: 'de' }),
    stored: "EXISTS (SELECT FROM users WHERE id = :mark AND language = 'de')",
  },
  setReadLanguages: {
    body: () => ({ languages: ['de'] }),
    stored: "EXISTS (SELECT FROM users WHERE id = :mark AND reads_languages = '{de}')",
  },
  setLess: {
    body: ({ mark }: { mark: string }) => ({ appId: mark, less: true }),
    stored: 'EXISTS (SELECT FROM avoided_apps WHERE user_id = :mark AND app_id = :mark)',
  },
  clearTaste: {
    body: () => ({}),
    stored: 'EXISTS (SELECT FROM users WHERE id = :mark AND taste_cleared_at IS NOT NULL)',
  },
};
