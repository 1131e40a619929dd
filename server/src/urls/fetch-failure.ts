/** We refuse the first four ourselves, at any hop. `busy`: we had no slot or reached no name server. */
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

export class FetchFault extends Error {
  override name = 'FetchFault';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}
