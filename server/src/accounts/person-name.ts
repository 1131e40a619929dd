import { looksLikeOperator, OPERATOR_NAME } from '@zapdeck/contract/instance/operator-names';
import { Refusal } from '../http/refusal.ts';

interface Named {
  firstName: string | null;
  email: string | null;
}

/** Returns the trimmed name. Null if it is empty or contains an email address. */
export function readableName(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  return trimmed === '' || /\S@\S/.test(trimmed) ? null : trimmed;
}

/** Returns the readable first name or the local part of the email. Null if that looks like the operator. */
export function publicName({ firstName, email }: Named): string | null {
  const name = readableName(firstName);
  if (name !== null) return name;
  const [prefix = ''] = email?.split('@') ?? [];
  return prefix === '' || looksLikeOperator(prefix) ? null : prefix;
}

export function refuseOperatorNames(names: Readonly<Record<string, string>>): void {
  const refused = Object.entries(names).filter(([, name]) => looksLikeOperator(name));
  if (refused.length === 0) return;
  throw new Refusal('invalid_input', {
    fields: Object.fromEntries(refused.map(([field]) => [field, OPERATOR_NAME])),
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function hideEmail(person: Record<string, unknown>): Record<string, unknown> {
  const { firstName, lastName, email } = person;
  return {
    ...person,
    email: null,
    ...('firstName' in person && {
      firstName: publicName({ firstName: textOf(firstName), email: textOf(email) }),
    }),
    ...('lastName' in person && { lastName: readableName(textOf(lastName)) }),
  };
}

/** Returns JSON text without email addresses of people, at any depth. */
export function hideEmails(json: string): string {
  return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'email' in value ? hideEmail({ ...value }) : value,
  );
}
