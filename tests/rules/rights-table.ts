import { PERSON_ROLES } from '../../db/enums.ts';
import { routes } from '../../src/app.ts';
import type { Access } from '../../src/platform/kit/endpoint.ts';
import { dutiesFor } from '../../src/platform/kit/duties.ts';
import { isPersonal, rolesFor } from '../../src/platform/kit/people.ts';
import { scopesFor } from '../../src/platform/kit/scopes.ts';
import { whenAsked } from '../../src/platform/kit/step-up.ts';

/** The table of docs/security.md, made from the endpoints. `bun tests/rules/rights-table.ts` writes it there. */

export const SECURITY_DOCUMENT = new URL('../../docs/security.md', import.meta.url);
const BEGIN = '<!-- rights: made by tests/rules/rights-table.ts -->';
const END = '<!-- end of rights -->';

const WHO: Record<Access, string> = {
  public: 'anybody',
  edge: 'a SIP edge',
  'signed-in': 'every account',
  session: 'every account, signed in',
  owner: 'the owner, administrators',
  'owner-session': 'the owner, administrators, signed in',
  admin: 'administrators',
  'admin-session': 'administrators, signed in',
};

/** The roles of people in an account that is not their own. */
function rolesOf(endpoint: (typeof routes)[number]['endpoint']): string {
  if (isPersonal(endpoint)) return 'for themselves';
  const roles = ['public', 'edge'].includes(endpoint.access) ? [] : rolesFor(endpoint);
  return roles.length === PERSON_ROLES.length ? 'all' : roles.join(', ');
}

const ASKS = { yes: 'yes', acting: 'administrators', '': '' };

/** Tells whether an API key may call it too, and with which scope. */
const keyOf = (endpoint: (typeof routes)[number]['endpoint']): string =>
  ['public', 'edge'].includes(endpoint.access) || endpoint.access.endsWith('session')
    ? ''
    : scopesFor(endpoint).join(', ');

/** The table as the document has it. */
export function rightsTable(): string {
  const rows = routes.map(({ endpoint }) => {
    const { method, path, access } = endpoint;
    const duties = dutiesFor(endpoint).join(', ');
    return `| \`${method} ${path}\` | ${WHO[access]} | ${rolesOf(endpoint)} | ${duties} | ${keyOf(endpoint)} | ${ASKS[whenAsked(endpoint)]} |`;
  });
  return [
    '| endpoint | who | people | duties | scope of a key | asks again |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The document with the new table in place of the old one. */
export function withRights(document: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('docs/security.md has no place for the table');
  return `${document.slice(0, begin)}${BEGIN}\n\n${rightsTable()}\n\n${document.slice(end)}`;
}

if (import.meta.main) {
  const document = Bun.file(SECURITY_DOCUMENT);
  await Bun.write(document, withRights(await document.text()));
}
