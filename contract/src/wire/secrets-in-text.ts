const NAMES =
  'token|access_token|id_token|refresh_token|code|state|nonce|session|sid|secret|client_secret|password|key|api_key|auth|email|returnto';
const SECRET_VALUE = new RegExp(`([#?&;](?:${NAMES})=)[^\\s&#;"'<>()\\\\]+`, 'gi');
const UNSUBSCRIBE_TOKEN = /(\/unsubscribe\/[\w-]+\/)[^\s/?#&:;"'<>()\\]+/gi;
const TOKEN = /(?<![\w-])(?:zap_[\w-]{43}|(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43})(?![\w-])/g;
/** As properties, `code`, `key` and `state` name errors and UI state. */
const SECRET_PROPERTY =
  /token|password|secret|cookie|authorization|^(?:sid|session|nonce|auth|email|returnto)$/i;

export function withoutSecrets(text: string): string {
  return text.replace(SECRET_VALUE, '$1…').replace(UNSUBSCRIBE_TOKEN, '$1…').replace(TOKEN, '…');
}

export function dataWithoutSecrets(data: unknown): unknown {
  if (typeof data === 'string') return withoutSecrets(data);
  if (Array.isArray(data)) return data.map(dataWithoutSecrets);
  if (typeof data !== 'object' || data === null) return data;
  const properties = Object.entries(data).map(([name, value]) => [
    withoutSecrets(name),
    typeof value === 'string' && SECRET_PROPERTY.test(name) ? '…' : dataWithoutSecrets(value),
  ]);
  return Object.fromEntries(properties);
}

function isSecret(name: string): boolean {
  return NAMES.split('|').includes(name.toLowerCase());
}

function parameterNameOf(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns a URL without fragment, credentials, secret parameters and tokens in the path. */
export function addressWithoutSecrets(address: string): string {
  const [page = ''] = address.split('#', 1);
  const start = page.indexOf('?');
  const path = withoutSecrets(start < 0 ? page : page.slice(0, start)).replace(
    /^([a-z][a-z\d+.-]*:\/\/)[^/]*@/i,
    '$1',
  );
  if (start < 0) return path;
  const kept = page
    .slice(start + 1)
    .split('&')
    .filter((parameter) => !isSecret(parameterNameOf(parameter)));
  return kept.length === 0 ? path : `${path}?${withoutSecrets(kept.join('&'))}`;
}
