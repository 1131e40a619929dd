import { publicName, readableName } from './person-name.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Replaces the email of a person by null, and the names by those that members see. */
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

/** Returns a JSON text without the email addresses of people, at any depth. */
export function hideEmails(json: string): string {
  return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'email' in value ? hideEmail({ ...value }) : value,
  );
}
