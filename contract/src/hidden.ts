export const hiddenKinds = ['category', 'tag', 'maker'] as const;
