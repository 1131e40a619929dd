import { pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core';
import { bytes } from '../columns.ts';

/** Files of logos, by their hash. Earlier logos stay, because cached pages and installed apps load them. */
export const logoFiles = pgTable(
  'logo_files',
  {
    logo: varchar('logo', { length: 32 }).notNull(),
    /** Name of the file in its address, such as `192.png`. */
    name: varchar('name', { length: 20 }).notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.logo, table.name], name: 'logo_files_pkey' })],
);
