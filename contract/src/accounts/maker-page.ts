import * as z from 'zod/mini';
import { line, requiredLine, requiredPersonName } from '../wire/lines.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

const HANDLE_MIN = 3;
export const HANDLE_MAX = 30;
export const MAKER_NAME_MAX = 60;
export const MAKER_LINE_MAX = 160;
export const MAKER_LINKS_MAX = 5;
const MAKER_LINK_MAX = 200;

const RESERVED = new Set(
  (
    'about abuse account admin administrator admins anonymous api app apps billing blog contact edit everyone feed ' +
    'feeds guest help home info legal login logout mail mod moderator moderators new null official owner postmaster ' +
    'press privacy profile root security settings signup staff status submit support system team terms undefined ' +
    'user users verified webmaster www zap zapdeck zaps'
  ).split(' '),
);

export const Handle = z.string(message('Please choose a name')).check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(HANDLE_MIN, message('At least {min} characters', { min: HANDLE_MIN })),
  z.maxLength(HANDLE_MAX, message('At most {max} characters', { max: HANDLE_MAX })),
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, message('Letters a to z, digits, and single hyphens between them')),
  z.refine((handle) => !RESERVED.has(handle), message('This address is reserved. Please choose another.')),
);

function isSafeLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, username, password, hostname } = new URL(link);
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
}

const MakerLink = requiredLine(MAKER_LINK_MAX, message('A link cannot be empty')).check(
  z.refine(isSafeLink, {
    message: message('Please enter the address of a website that starts with https://'),
    abort: true,
  }),
  z.overwrite((link) => (URL.canParse(link) ? new URL(link).href : link)),
);

export const MakerPageForm = z.object({
  handle: Handle,
  name: requiredPersonName(MAKER_NAME_MAX, message('Your page needs a name')),
  line: line(MAKER_LINE_MAX),
  links: z._default(
    z
      .array(MakerLink)
      .check(z.maxLength(MAKER_LINKS_MAX, message('At most {max} links', { max: MAKER_LINKS_MAX }))),
    [],
  ),
});
export type MakerPageForm = z.infer<typeof MakerPageForm>;

export const MakerPage = z.object({
  handle: z.string(),
  name: z.string(),
  line: z.string(),
  links: z.array(z.string()),
  pageUrl: z.string(),
});
export type MakerPage = z.infer<typeof MakerPage>;

export const ownMakerPage = route({
  method: 'GET',
  path: '/api/user/maker-page',
  summary: 'Get your maker page',
  access: 'member',
  response: z.object({ page: z.nullable(MakerPage) }),
});

export const saveMakerPage = route({
  method: 'PUT',
  path: '/api/user/maker-page',
  summary: 'Create or change your maker page',
  access: 'member',
  body: MakerPageForm,
  response: MakerPage,
  errors: ['handle_taken'],
});

export const removeMakerPage = route({
  method: 'DELETE',
  path: '/api/user/maker-page',
  summary: 'Delete your maker page and free its handle',
  access: 'member',
  response: 'empty',
});
