import { type ListingFieldName, listingFields, namesOf } from '@zapdeck/contract/apps/listing';

const columns = namesOf(listingFields);
const example: Partial<Record<ListingFieldName, string>> = {
  title: 'Tiny Piano',
  description: 'Two octaves, under your thumbs.',
  url: 'https://piano.example.com/',
  category: 'Music & Audio',
  language: 'en',
  tags: 'Free;New',
};

export const csvTemplate = [columns, columns.map((name) => example[name] ?? '')];
