import * as z from 'zod/mini';
import { REVIEW_REASON_MAX } from '../apps/apps.ts';
import { translated } from '../instance/instance.ts';
import { LanguageTag } from '../sign-in/auth.ts';
import type { Language } from '../wire/languages.ts';
import { line, prose, requiredLine, requiredProse } from '../wire/lines.ts';
import { Id, IdParams, Moment, PageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { Saved, schemaOf, standardOf, toggle, versioned, whole } from '../instance/settings.ts';
import { message } from '../wire/message.ts';

export const moderationFields = {
  isHoldingEnabled: toggle(true),
  reportsToHold: whole(1, 100, 3),
  reporterAgeHours: whole(0, 720, 24),
  holdsPerHour: whole(1, 100, 5),
  isDailyMailEnabled: toggle(true),
  hoursUntilMail: whole(1, 720, 24),
};
export const ModerationSettings = schemaOf(moderationFields);
export type ModerationSettings = z.infer<typeof ModerationSettings>;
export const defaultModeration: ModerationSettings = standardOf(moderationFields);

export const adminModerationSettings = route({
  method: 'GET',
  path: '/api/admin/moderation-settings',
  summary: 'Get the moderation settings',
  access: 'admin',
  scope: 'admin:read',
  versioned: true,
  response: ModerationSettings,
});

export const saveModerationSettings = route({
  method: 'PUT',
  path: '/api/admin/moderation-settings',
  summary: 'Save the moderation settings',
  access: 'admin',
  scope: 'admin:write',
  body: versioned(ModerationSettings),
  versioned: true,
  response: ModerationSettings,
});

export const moderationHistory = route({
  method: 'GET',
  path: '/api/admin/moderation-settings/history',
  summary: 'List all saved moderation settings',
  access: 'admin',
  scope: 'admin:read',
  query: PageQuery,
  response: z.array(z.extend(Saved, { values: ModerationSettings })),
});

export const CANNED_LABEL_MAX = 40;

/**
 * `label` and `text` are for every language that has none of its own in `labels` and `texts`. Empty ones count as missing.
 */
export const CannedReasonForm = z.object({
  label: requiredLine(CANNED_LABEL_MAX, message('A name is required')),
  text: requiredProse(REVIEW_REASON_MAX, message('A text is required')),
  labels: z.optional(translated(line(CANNED_LABEL_MAX))),
  texts: z.optional(translated(prose(REVIEW_REASON_MAX))),
});

const OwnWords = z.partialRecord(LanguageTag, z.string());

export const CannedReason = z.object({
  id: Id,
  label: z.string(),
  text: z.string(),
  labels: OwnWords,
  texts: OwnWords,
  updatedAt: Moment,
});
export type CannedReason = z.infer<typeof CannedReason>;

/** Returns name and text of a canned reason in a language. */
export function cannedReasonIn(
  { label, text, labels, texts }: Pick<CannedReason, 'label' | 'text' | 'labels' | 'texts'>,
  language: Language,
): Pick<CannedReason, 'label' | 'text'> {
  return { label: labels[language] ?? label, text: texts[language] ?? text };
}

/** Names and texts in all languages, with every character escaped. */
const CANNED_BODY_MAX_BYTES = 64 * 1024;

export const cannedReasons = route({
  method: 'GET',
  path: '/api/admin/canned-reasons',
  summary: 'List the canned rejection reasons by label',
  access: 'moderator',
  scope: 'review:read',
  query: PageQuery,
  response: z.array(CannedReason),
});

export const addCannedReason = route({
  method: 'POST',
  path: '/api/admin/canned-reasons',
  summary: 'Add a canned rejection reason',
  access: 'admin',
  scope: 'admin:write',
  status: 201,
  body: CannedReasonForm,
  bodyMaxBytes: CANNED_BODY_MAX_BYTES,
  response: CannedReason,
  errors: ['label_taken'],
});

/** With the `updatedAt` that was seen, a change by another admin since then is not overwritten. `texts` replaces all of them. */
export const editCannedReason = route({
  method: 'PATCH',
  path: '/api/admin/canned-reasons/:id',
  summary: 'Change a canned rejection reason',
  access: 'admin',
  scope: 'admin:write',
  params: IdParams,
  body: z.extend(z.partial(CannedReasonForm), { updatedAt: z.optional(Moment) }),
  bodyMaxBytes: CANNED_BODY_MAX_BYTES,
  response: CannedReason,
  errors: ['canned_reason_not_found', 'canned_reason_changed', 'label_taken'],
});

export const deleteCannedReason = route({
  method: 'DELETE',
  path: '/api/admin/canned-reasons/:id',
  summary: 'Delete a canned rejection reason',
  access: 'admin',
  scope: 'admin:write',
  params: IdParams,
  response: 'empty',
  errors: ['canned_reason_not_found'],
});
