import { looksLikeOperator } from '@zapdeck/contract/instance/operator-names';

interface Named {
  firstName: string | null;
  email: string | null;
}

/** Returns the trimmed name. Null if it is empty or contains an email address. */
export function readableName(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' || /\S@\S/.test(trimmed) ? null : trimmed;
}

/** The readable first name, or the local part of the email. Null if that looks like the operator. */
export function publicName({ firstName, email }: Named): string | null {
  const name = readableName(firstName);
  if (name !== null) return name;
  const [prefix = ''] = email?.split('@') ?? [];
  return prefix === '' || looksLikeOperator(prefix) ? null : prefix;
}
