import { messages } from '../wire/message.ts';

export const categories = messages([
  'Productivity',
  'Design',
  'Developer Tools',
  'Business',
  'Entertainment',
  'Education',
  'Health & Fitness',
  'Finance',
  'Social',
  'News',
  'Travel',
  'Shopping',
  'Games',
  'Music & Audio',
  'Photo & Video',
  'Utilities',
  'Web Tools',
  'AI & ML',
  'Data & Analytics',
  'Other',
]);
