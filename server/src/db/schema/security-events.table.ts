import type { Device, SecurityDetails, SecurityEventName } from '@zapdeck/contract/accounts/security-log';
import { index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';
import { users } from './users.table.ts';

export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    event: varchar('event', { length: 40 }).$type<SecurityEventName>().notNull(),
    /** Kind of the owner's device. Null if an admin, the operator or the provider acted. */
    device: jsonb('device').$type<Device>(),
    /** Hash of the /24 or /48. Null after 60 days, and if the owner did not act. */
    network: text('network'),
    details: jsonb('details').$type<SecurityDetails>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index('security_events_user_idx').on(table.userId, table.createdAt, table.id),
    index('security_events_created_idx').on(table.createdAt, table.id),
    index('security_events_event_idx').on(table.event, table.createdAt, table.id),
  ],
);
