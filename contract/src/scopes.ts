/** Scopes of API tokens. A `read` scope admits GET requests only. */
export type Scope =
  | 'apps:read'
  | 'apps:write'
  | 'data:read'
  | 'review:read'
  | 'review:write'
  | 'admin:read'
  | 'admin:write';
