import { expect } from 'bun:test';
import { z } from 'zod';
import { papersByHand } from '../../../src/carriers/adapters/papers-by-hand.ts';
import { createSandbox } from '../../../src/carriers/adapters/sandbox/sandbox.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { numberPapers, papersSet, type PapersSet } from '../../../src/services/numbers/papers/contract.ts';
import { startTestApp, type TestActor, type TestApp } from '../../kit/index.ts';
import { SAMPLES, send, requestLink } from '../uploads/uploads.ts';
import { freeNumber, holdAs } from './numbers.ts';

export const NORWAY = 'Norway';

export async function heldNorwegian(person: TestActor): Promise<string> {
  const number = await freeNumber(person, NORWAY);
  expect((await holdAs(person, number, NORWAY)).status).toBe(201);
  return number;
}

export async function uploaded(person: TestActor): Promise<string> {
  const link = await requestLink(person);
  expect((await send(link, new Uint8Array(SAMPLES['application/pdf']))).status).toBe(200);
  return link.objectPath;
}

export const companyPapers = (objectPath: string, name = 'Bakery AS') => ({
  owner: 'business',
  details: { business_name: name, business_registration_number: '987 654 321' },
  address: { ...{ name, street: 'Storgata 1', city: 'Oslo', region: '', postalCode: '0155' }, countryCode: 'NO' },
  documents: [
    {
      ...{ key: 'business_name_info', accepted: 'register_excerpt', objectPath },
      fields: { document_number: 'A 12' },
    },
    { key: 'proof_of_address', accepted: 'address', fields: {}, objectPath: null },
  ],
});

export const handInAs = (person: TestActor, number: string, papers: object) =>
  person.as(`/api/users/${person.id}/number-papers`, { method: 'PUT', json: { number, ...papers } });

export const handInCompany = async (person: TestActor, number: string, name?: string): Promise<Response> =>
  handInAs(person, number, companyPapers(await uploaded(person), name));

export async function handedIn(person: TestActor, name?: string): Promise<PapersSet & { number: string }> {
  const number = await heldNorwegian(person);
  return { ...papersSet.parse(await (await handInCompany(person, number, name)).json()), number };
}

export const startByHand = (): Promise<TestApp> => {
  const carrier = createSandbox('vonage');
  const byHand: Adapter = {
    ...carrier,
    open: (host) => Object.assign(carrier.open(host), { papers: papersByHand(['NO']), voice: undefined }),
  };
  return startTestApp({ background: false, adapters: [byHand] });
};

export async function handInByHand(owner: TestActor, number: string): Promise<Response> {
  const papers = companyPapers(await uploaded(owner));
  const objectPath = papers.documents[0]?.objectPath ?? '';
  const documents = [
    { key: 'registration', accepted: 'trade_licence', objectPath },
    { key: 'address', accepted: 'utility_bill', objectPath },
  ];
  return handInAs(owner, number, { ...papers, documents });
}

export const papersOfHold = async (person: TestActor, number: string) =>
  numberPapers.parse(await (await person.as(`/api/did-numbers/holds/${encodeURIComponent(number)}/papers`)).json());

export async function papersOf(person: TestActor): Promise<PapersSet[]> {
  const response = await person.as(`/api/users/${person.id}/number-papers`);
  return z.array(papersSet).parse(await response.json());
}

export async function stateOf(app: TestApp, id: string): Promise<string | undefined> {
  const [row] = await app.deps.sql<{ status: string }[]>`select status from number_papers where id = ${id}`;
  return row?.status;
}
