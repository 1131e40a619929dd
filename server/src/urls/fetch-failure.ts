/**
 * Why a page could not be fetched. `not_public`, `port_refused`, `not_http` and `has_credentials` are ours to refuse, at
 * any hop; `busy` says nothing about the page, because we had no room for it or were cut off from the name servers; the
 * others are what the page's side did.
 */
export type FetchFailure =
  | 'not_http'
  | 'has_credentials'
  | 'port_refused'
  | 'not_public'
  | 'name_not_found'
  | 'connection_failed'
  | 'bad_tls'
  | 'bad_response'
  | 'bad_redirect'
  | 'too_many_redirects'
  | 'timed_out'
  | 'busy';

/** Carries the failure from where it is met to the one place that returns it. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}
