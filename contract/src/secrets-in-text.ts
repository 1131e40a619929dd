const NAMES =
  'token|access_token|id_token|refresh_token|code|state|nonce|session|sid|secret|client_secret|password|key|api_key|auth|email|returnto';
/** A value behind a name like those, as it stands in an address in the middle of a text. */
const SECRET_VALUE = new RegExp(`([#?&;](?:${NAMES})=)[^\\s&#;"'<>()\\\\]+`, 'gi');

/** The text, with whatever opens an account or names somebody in the addresses within it left out. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRET_VALUE, '$1…');
}

function isSecret(name: string): boolean {
  return NAMES.split('|').includes(name.toLowerCase());
}

function nameOf(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * An address without what opens an account or names somebody: no fragment, where the links in mails carry their tokens, no
 * name and password before the host, no parameters like those.
 */
export function addressWithoutSecrets(address: string): string {
  const [page = ''] = address.split('#', 1);
  const start = page.indexOf('?');
  const path = (start < 0 ? page : page.slice(0, start)).replace(/^([a-z][a-z\d+.-]*:\/\/)[^/]*@/i, '$1');
  if (start < 0) return path;
  const kept = page
    .slice(start + 1)
    .split('&')
    .filter((parameter) => !isSecret(nameOf(parameter)));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
