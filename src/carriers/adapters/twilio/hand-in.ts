import { z } from 'zod';
import { kindOfNumber } from '../../kind-of-number.ts';
import {
  type PaperFile,
  type PaperGiven,
  PapersRefused,
  type PapersNotes,
  type PapersToHandIn,
} from '../../number-papers.ts';
import { expectTaken } from '../expect-taken.ts';
import { type Answer, expectOk } from '../http-carrier.ts';
import type { TwilioApi } from './api.ts';

const CARRIER = 'twilio';

interface Apis {
  account: TwilioApi;
  regulatory: TwilioApi;
  /** The only resource that takes files. */
  uploads: TwilioApi;
}

const made = z.object({ sid: z.string().min(1) });
const named = made.extend({ friendly_name: z.string().nullish() });
const addressesBody = z.object({
  addresses: z.array(named.extend({ street: z.string().nullish(), postal_code: z.string().nullish() })),
});
const listBody = z.object({ results: z.array(named) });
const bundlesBody = z.object({ results: z.array(named.extend({ status_callback: z.string().nullish() })) });
const statusBody = z.object({ status: z.string() });
const assignmentsBody = z.object({ results: z.array(made.extend({ object_sid: z.string().nullish() })) });
const evaluationBody = z.object({
  status: z.string(),
  results: z
    .array(
      z.object({
        passed: z.boolean().nullish(),
        failure_reason: z.string().nullish(),
        invalid: z.array(z.object({ failure_reason: z.string().nullish() })).nullish(),
      }),
    )
    .nullish(),
});
const errorBody = z.object({ message: z.string() });

const taken = <Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> =>
  expectTaken(answer, CARRIER, { schema, words: (body) => errorBody.safeParse(body).data?.message });
const sidOf = (answer: Answer): string => taken(answer, made).sid;

/**
 * Hands papers in by Twilio's Regulatory Compliance API v2: address, end user and documents become items of a
 * bundle, which is evaluated and put under review. The bundle and the address have the account's id as their
 * name, like those that the operator makes by hand.
 * @returns the bundle's SID
 * @throws {PapersRefused}
 */
export async function handInAtTwilio(apis: Apis, papers: PapersToHandIn, notes: PapersNotes): Promise<string> {
  const address = papers.given.address ? await notes.once('address', ...makeAddress(apis, papers)) : null;
  const items = [await notes.once('end-user', ...makeEndUser(apis, papers))];
  for (const paper of papers.given.documents) {
    items.push(await notes.once(`document ${paper.key}`, ...makeDocument(apis, papers, { paper, address })));
  }
  const bundle = await notes.once('bundle', ...makeBundle(apis, papers));
  for (const item of items) await notes.once(`item ${item}`, ...assign(apis, bundle, item));
  await submit(apis, bundle);
  return bundle;
}

type Making = [make: () => Promise<string>, find: () => Promise<string | undefined>];

function makeAddress({ account }: Apis, { owner, given }: PapersToHandIn): Making {
  const { name, street, city, region, postalCode, countryCode } = given.address ?? missingAddress();
  const fields = { CustomerName: name, Street: street, City: city, Region: region, PostalCode: postalCode };
  return [
    async () =>
      sidOf(await account.post('/Addresses.json', { ...fields, IsoCountry: countryCode, FriendlyName: owner })),
    async () => {
      const query = { FriendlyName: owner, IsoCountry: countryCode, PageSize: '100' };
      const { addresses } = addressesBody.parse(expectOk(await account.get('/Addresses.json', query), CARRIER));
      return addresses.find(
        (each) => each.friendly_name === owner && each.street === street && each.postal_code === postalCode,
      )?.sid;
    },
  ];
}

const missingAddress = (): never => {
  throw new TypeError('these papers have no address');
};

function makeEndUser({ regulatory }: Apis, { reference, given }: PapersToHandIn): Making {
  const name = `${reference} owner`;
  return [
    async () =>
      sidOf(
        await regulatory.post('/EndUsers', {
          FriendlyName: name,
          Type: given.owner === 'individual' ? 'individual' : 'business',
          Attributes: JSON.stringify(given.details),
        }),
      ),
    () => findByName(regulatory, '/EndUsers', name),
  ];
}

function makeDocument(
  { regulatory, uploads }: Apis,
  { reference }: PapersToHandIn,
  { paper, address }: { paper: PaperGiven; address: string | null },
): Making {
  const name = `${reference} ${paper.key}`;
  const attributes = { ...paper.fields, ...(address && { address_sids: [address] }) };
  const fields = { FriendlyName: name, Type: paper.accepted, Attributes: JSON.stringify(attributes) };
  return [
    async () =>
      sidOf(
        paper.file
          ? await uploads.postFile('/SupportingDocuments', fields, fileOf(paper.file))
          : await regulatory.post('/SupportingDocuments', fields),
      ),
    () => findByName(regulatory, '/SupportingDocuments', name),
  ];
}

const fileOf = ({ contentType, bytes }: PaperFile) => ({
  field: 'File',
  name: `document.${contentType.split('/').at(-1) ?? 'bin'}`,
  file: new Blob([bytes], { type: contentType }),
});

function makeBundle({ regulatory }: Apis, papers: PapersToHandIn): Making {
  const { owner, given, number, countryCode, email, callbackUrl } = papers;
  const kind = { IsoCountry: countryCode, NumberType: kindOfNumber(number) };
  return [
    async () =>
      sidOf(
        await regulatory.post('/Bundles', {
          ...kind,
          EndUserType: given.owner === 'individual' ? 'individual' : 'business',
          FriendlyName: owner,
          Email: email,
          StatusCallback: callbackUrl,
        }),
      ),
    async () => {
      const query = { ...kind, FriendlyName: owner, PageSize: '100' };
      const { results } = bundlesBody.parse(expectOk(await regulatory.get('/Bundles', query), CARRIER));
      // The callback address names exactly these papers.
      return results.find((each) => each.status_callback === callbackUrl)?.sid;
    },
  ];
}

function assign({ regulatory }: Apis, bundle: string, item: string): Making {
  const path = `/Bundles/${encodeURIComponent(bundle)}/ItemAssignments`;
  return [
    async () => sidOf(await regulatory.post(path, { ObjectSid: item })),
    async () => {
      const { results } = assignmentsBody.parse(expectOk(await regulatory.get(path, { PageSize: '100' }), CARRIER));
      return results.find(({ object_sid: sid }) => sid === item)?.sid;
    },
  ];
}

/** Evaluates a draft, which returns everything that is wrong at once, and puts it under review. */
async function submit({ regulatory }: Apis, bundle: string): Promise<void> {
  const path = `/Bundles/${encodeURIComponent(bundle)}`;
  const { status } = statusBody.parse(expectOk(await regulatory.get(path), CARRIER));
  if (status !== 'draft') return;
  const evaluation = taken(await regulatory.post(`${path}/Evaluations`, {}), evaluationBody);
  if (evaluation.status === 'noncompliant') throw new PapersRefused(wordsOf(evaluation));
  taken(await regulatory.post(path, { Status: 'pending-review' }), statusBody);
}

function wordsOf({ results }: z.infer<typeof evaluationBody>): string {
  const wrong = (results ?? []).filter(({ passed }) => passed === false);
  const reasons = wrong.flatMap(({ failure_reason: reason, invalid }) => {
    const inner = (invalid ?? []).map(({ failure_reason: each }) => each);
    return inner.length > 0 ? inner : [reason];
  });
  return [...new Set(reasons.filter((reason) => reason))].join(' ') || 'The papers are not complete';
}

/** How far back an object with a name is searched. */
const LOOKED_AT = '200';

async function findByName(api: TwilioApi, path: string, name: string): Promise<string | undefined> {
  const { results } = listBody.parse(expectOk(await api.get(path, { PageSize: LOOKED_AT }), CARRIER));
  return results.find((each) => each.friendly_name === name)?.sid;
}
