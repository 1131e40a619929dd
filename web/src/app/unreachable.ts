/** What stands in the place of a page while the server does not answer. */
export const UNREACHABLE = {
  title: "We can't reach Zapdeck",
  text: 'Please check your connection. Your likes and drafts are safe.',
} as const;
