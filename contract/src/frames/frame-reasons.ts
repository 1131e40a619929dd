import * as z from 'zod/mini';
import { filled, type Marked, message } from '../wire/message.ts';

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
]);
export type FrameReason = z.infer<typeof FrameReason>;

const plainWords: Readonly<Record<PlainCode, string>> = {
  not_http: message('It redirects to an address that is not http or https'),
  has_credentials: message('It redirects to an address with a user name or password'),
  port_refused: message('It redirects to a port other than 80 and 443'),
  not_public: message('Its address is not public'),
  name_not_found: message('Its host name does not exist'),
  connection_failed: message('Its server does not respond'),
  bad_tls: message('Its certificate is not valid'),
  bad_response: message('It does not answer with a web page'),
  bad_redirect: message('It redirects to an address that cannot be read'),
  too_many_redirects: message('It redirects too many times'),
  timed_out: message('It took too long to respond'),
  own_site: message('It redirects to this site'),
  not_https: message('The page is not on https'),
  proxy_authentication: message('It asks for a proxy password (status 407)'),
  disposition_conflict: message('It sends different values of Content-Disposition: send only one'),
  attachment: message('The page is a download'),
  frame_options_conflict: message('It sends different values of X-Frame-Options: send only one'),
};

/** Returns the reason in words. */
export function frameReasonText(reason: FrameReason): Marked {
  switch (reason.code) {
    case 'bad_status':
      return filled('It answers with status {status}', { status: String(reason.status) });
    case 'no_content':
      return filled('The page is empty (status {status})', { status: String(reason.status) });
    case 'download':
      return reason.type === null
        ? message('The page is a download (type unknown)')
        : filled('The page is a download (type {type})', { type: reason.type });
    case 'frame_options':
      return `X-Frame-Options: ${reason.value}`;
    case 'frame_ancestors':
      return `Content-Security-Policy: frame-ancestors ${reason.sources.join(' ')}`;
    case 'host_blocked':
      return filled('Its host is blocked here ({host})', { host: reason.host });
    case 'landing_blocked':
      return filled('It redirects to a host that is blocked here ({host})', { host: reason.host });
    default:
      // During a rolling upgrade, nodes of a later version may store new codes.
      return plainWords[reason.code] ?? reason.code;
  }
}
