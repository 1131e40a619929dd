import * as z from 'zod/mini';
import { Count, Id, isStorable, Moment, PageQuery, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const ERROR_MESSAGE_MAX = 2_000;
export const ERROR_STACK_MAX = 10_000;
export const ERROR_DATA_MAX = 10_000;

export const ErrorType = z.enum(['CLIENT_ERROR', 'API_ERROR', 'USER_ACTION_FAILED']);
export type ErrorType = z.infer<typeof ErrorType>;

function isAllStorable(data: unknown): boolean {
  if (typeof data === 'string') return isStorable(data);
  if (typeof data !== 'object' || data === null) return true;
  return Object.entries(data).every(([key, value]) => isStorable(key) && isAllStorable(value));
}

export const ErrorReport = z.object({
  errorType: ErrorType,
  errorMessage: text(ERROR_MESSAGE_MAX).check(z.minLength(1)),
  stackTrace: z.optional(z.nullable(text(ERROR_STACK_MAX))),
  additionalData: z.optional(
    z.nullable(
      z.record(text(100), z.json()).check(
        z.refine(
          (data) => JSON.stringify(data).length <= ERROR_DATA_MAX,
          message('At most {max} characters of data', { max: ERROR_DATA_MAX }),
        ),
        z.refine(isAllStorable, message('This data cannot be stored')),
      ),
    ),
  ),
  url: z.optional(z.nullable(text(2_048))),
  userAgent: z.optional(z.nullable(text(512))),
});
export type ErrorReport = z.infer<typeof ErrorReport>;

export const reportError = route({
  method: 'POST',
  path: '/api/error-logs',
  summary: 'Report an error in the browser',
  access: 'public',
  body: ErrorReport,
  bodyMaxBytes: 192 * 1024,
  response: 'empty',
});

export const ErrorLog = z.object({
  id: Id,
  userId: z.nullable(Id),
  errorType: z.string(),
  errorMessage: z.string(),
  stackTrace: z.nullable(z.string()),
  additionalData: z.nullable(z.json()),
  url: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: Moment,
});
export type ErrorLog = z.infer<typeof ErrorLog>;

export const adminErrorLogs = route({
  method: 'GET',
  path: '/api/admin/error-logs',
  summary: 'List browser errors, newest first',
  access: 'admin',
  scope: 'admin:read',
  replica: true,
  query: PageQuery,
  response: z.array(ErrorLog),
});

export const ERROR_DAYS_MAX = 30;

export const ErrorGroup = z.object({
  errorType: z.string(),
  errorMessage: z.string(),
  count: Count,
  people: Count,
  firstAt: Moment,
  lastAt: Moment,
  latest: ErrorLog,
});
export type ErrorGroup = z.infer<typeof ErrorGroup>;

export const adminErrorGroups = route({
  method: 'GET',
  path: '/api/admin/error-logs/groups',
  summary: 'List browser errors by group, most frequent first',
  access: 'admin',
  scope: 'admin:read',
  replica: true,
  query: z.extend(PageQuery, {
    type: z._default(z.enum(['all', ...ErrorType.options]), 'all'),
    days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(ERROR_DAYS_MAX)), 7),
  }),
  response: z.array(ErrorGroup),
});
