import type { FrameReason } from '@zapdeck/contract/frame-reasons';
import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';
import { apps, frameStatus } from './apps.table.ts';

/** Changes of verdicts. */
export const frameChanges = pgTable(
  'frame_changes',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    frameStatus: frameStatus('frame_status').notNull(),
    frameReason: jsonb('frame_reason').$type<FrameReason>(),
    createdAt: createdAt(),
  },
  (table) => [index('frame_changes_app_idx').on(table.appId, table.createdAt)],
);
