import { parseArgs } from 'node:util';
import * as z from 'zod/mini';

const GrantableRole = z._default(z.enum(['moderator', 'admin']), 'admin');

interface Granted {
  role: z.output<typeof GrantableRole>;
  /** Arguments without the option. */
  rest: string[];
}

/** Reads `--role ROLE` among the arguments. Returns undefined if they are not valid. */
export function readRoleOption(args: string[]): Granted | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { role: { type: 'string' } },
      allowPositionals: true,
    });
    const role = GrantableRole.safeParse(values.role);
    return role.data && { role: role.data, rest: positionals };
  } catch {
    return undefined;
  }
}
