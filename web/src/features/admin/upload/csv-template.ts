/** A file to fill in: the header and one row to copy. */
export const csvTemplate = [
  ['title', 'description', 'url', 'category', 'tags', 'thumbnailUrl'],
  [
    'Tiny Piano',
    'Two octaves, under your thumbs.',
    'https://piano.example.com/',
    'Music & Audio',
    'Free;New',
    '',
  ],
] as const;
