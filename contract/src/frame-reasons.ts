import * as z from 'zod/mini';

const PlainCode = z.enum([
  'not_http',
  'has_credentials',
  'port_refused',
  'not_public',
  'name_not_found',
  'connection_failed',
  'bad_tls',
  'bad_response',
  'bad_redirect',
  'too_many_redirects',
  'timed_out',
  'own_site',
  'not_https',
  'proxy_authentication',
  'disposition_conflict',
  'attachment',
  'frame_options_conflict',
]);
type PlainCode = z.infer<typeof PlainCode>;

export const FrameReason = z.discriminatedUnion('code', [
  z.object({ code: PlainCode }),
  z.object({ code: z.enum(['bad_status', 'no_content']), status: z.int() }),
  z.object({ code: z.literal('download'), type: z.nullable(z.string()) }),
  z.object({ code: z.literal('frame_options'), value: z.enum(['deny', 'sameorigin']) }),
  z.object({ code: z.literal('frame_ancestors'), sources: z.array(z.string()) }),
  z.object({ code: z.enum(['host_blocked', 'landing_blocked']), host: z.string() }),
  /** A sentence of version 0.1.0 that has no code. */
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type FrameReason = z.infer<typeof FrameReason>;

const plainWords: Readonly<Record<PlainCode, string>> = {
  not_http: 'It leads to an address that is not http or https',
  has_credentials: 'It leads to an address with a user name or password',
  port_refused: 'It leads to a port other than 80 and 443',
  not_public: 'Its address is not public',
  name_not_found: 'Its name is not known',
  connection_failed: 'Nobody answers at its address',
  bad_tls: 'Its certificate is not valid',
  bad_response: 'It does not answer as a web page does',
  bad_redirect: 'It leads to an address that cannot be read',
  too_many_redirects: 'It leads from address to address without end',
  timed_out: 'It does not answer in time',
  own_site: 'It leads to this site',
  not_https: 'The page is not on https',
  proxy_authentication: 'It answers as a proxy does (status 407)',
  disposition_conflict: 'Content-Disposition says several things at once',
  attachment: 'The page is a download',
  frame_options_conflict: 'X-Frame-Options says several things at once',
};

export function frameReasonInWords(reason: FrameReason): string {
  switch (reason.code) {
    case 'bad_status':
      return `It answers with status ${reason.status}`;
    case 'no_content':
      return `The page is empty (status ${reason.status})`;
    case 'download':
      return `The page is a download (type ${reason.type ?? 'unknown'})`;
    case 'frame_options':
      return `X-Frame-Options: ${reason.value}`;
    case 'frame_ancestors':
      return `Content-Security-Policy: frame-ancestors ${reason.sources.join(' ')}`;
    case 'host_blocked':
      return `Its host is blocked here (${reason.host})`;
    case 'landing_blocked':
      return `It leads to a host that is blocked here (${reason.host})`;
    case 'other':
      return reason.text;
    default:
      // During a rolling upgrade, nodes of a later version may store new codes.
      return plainWords[reason.code] ?? reason.code;
  }
}
