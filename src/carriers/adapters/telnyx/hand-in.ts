import { z } from 'zod';
import { kindOfNumber } from '../../kind-of-number.ts';
import type { PaperGiven, PapersNotes, PapersToHandIn, PostalAddress } from '../../number-papers.ts';
import { expectTaken } from '../expect-taken.ts';
import { type Answer, expectOk } from '../http-carrier.ts';
import type { TelnyxApi } from './api.ts';
import type { Requirement } from './papers.ts';

const CARRIER = 'telnyx';

const made = z.object({ data: z.object({ id: z.string().min(1) }) });
const madeList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });
const group = z.object({ id: z.string().min(1), status: z.string() });
const groupsBody = z.array(
  group.extend({
    customer_reference: z.string().nullish(),
    regulatory_requirements: z
      .array(z.object({ requirement_id: z.string().nullish(), field_value: z.string().nullish() }))
      .nullish(),
  }),
);
const errorBody = z.object({
  errors: z.array(z.object({ title: z.string().nullish(), detail: z.string().nullish() })).min(1),
});

function wordsOf(body: unknown): string | undefined {
  const { errors = [] } = errorBody.safeParse(body).data ?? {};
  return errors.map(({ detail, title }) => detail ?? title ?? '').join(' ') || undefined;
}

const taken = <Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> =>
  expectTaken(answer, CARRIER, { schema, words: wordsOf });

interface Asked {
  papers: PapersToHandIn;
  asked: readonly Requirement[];
}

/**
 * Hands papers in at Telnyx: the address and the files become values of a requirement group, which is then submitted.
 * The group has the account's id as its customer reference, like the groups that the operator makes by hand.
 * @returns the group's id
 * @throws {PapersRefused}
 */
export async function handInAtTelnyx(api: TelnyxApi, { papers, asked }: Asked, notes: PapersNotes): Promise<string> {
  const values = await valuesOf(api, { papers, asked }, notes);
  const groupId = await notes.once(
    'group',
    () => makeGroup(api, papers, values),
    () => findGroup(api, papers, values),
  );
  const path = `/requirement_groups/${encodeURIComponent(groupId)}`;
  const { status } = group.parse(expectOk(await api.get(path), CARRIER));
  if (status === 'unapproved') taken(await api.post(`${path}/submit_for_approval`), group);
  return groupId;
}

interface Value {
  requirement_id: string;
  field_value: string;
}

async function valuesOf(api: TelnyxApi, { papers, asked }: Asked, notes: PapersNotes): Promise<Value[]> {
  const values: Value[] = [];
  const { given } = papers;
  for (const { id, field_type: type } of asked) {
    const paper = given.documents.find(({ key }) => key === id);
    const value =
      type === 'address'
        ? given.address && (await notes.once('address', ...makeAddress(api, papers, given.address)))
        : paper
          ? await notes.once(`document ${id}`, ...upload(api, papers, paper))
          : given.details[id];
    if (value) values.push({ requirement_id: id, field_value: value });
  }
  return values;
}

type Making = [make: () => Promise<string>, find: () => Promise<string | undefined>];

function makeAddress(api: TelnyxApi, { reference }: PapersToHandIn, address: PostalAddress): Making {
  const [first = '', ...rest] = address.name.split(' ');
  return [
    async () => {
      const answer = await api.post('/addresses', {
        business_name: address.name,
        first_name: first,
        last_name: rest.join(' ') || first,
        street_address: address.street,
        locality: address.city,
        administrative_area: address.region,
        postal_code: address.postalCode,
        country_code: address.countryCode,
        customer_reference: reference,
        // It is shown to a regulator, and is not used in emergencies.
        validate_address: false,
      });
      return taken(answer, made).data.id;
    },
    () => findOne(api, '/addresses', reference),
  ];
}

/** An object that was made with this reference. */
async function findOne(api: TelnyxApi, path: string, reference: string): Promise<string | undefined> {
  const answer = await api.get(path, { 'filter[customer_reference][eq]': reference });
  return madeList.parse(expectOk(answer, CARRIER)).data[0]?.id;
}

function upload(api: TelnyxApi, { reference }: PapersToHandIn, { key, file }: PaperGiven): Making {
  const name = `${reference} ${key}`;
  return [
    async () => {
      if (!file) throw new TypeError('this paper has no file');
      const answer = await api.post('/documents', {
        file: Buffer.from(file.bytes).toString('base64'),
        filename: `document.${file.contentType.split('/').at(-1) ?? 'bin'}`,
        customer_reference: name,
      });
      return taken(answer, made).data.id;
    },
    () => findOne(api, '/documents', name),
  ];
}

async function makeGroup(
  api: TelnyxApi,
  { owner, number, countryCode }: PapersToHandIn,
  values: readonly Value[],
): Promise<string> {
  const answer = await api.post('/requirement_groups', {
    action: 'ordering',
    country_code: countryCode,
    phone_number_type: kindOfNumber(number),
    customer_reference: owner,
    regulatory_requirements: values,
  });
  return taken(answer, group).id;
}

/** A group of this account with exactly these values. */
async function findGroup(
  api: TelnyxApi,
  { owner, number, countryCode }: PapersToHandIn,
  values: readonly Value[],
): Promise<string | undefined> {
  const answer = await api.get('/requirement_groups', {
    'filter[customer_reference]': owner,
    'filter[country_code]': countryCode,
    'filter[phone_number_type]': kindOfNumber(number),
    'filter[action]': 'ordering',
  });
  const groups = groupsBody.parse(expectOk(answer, CARRIER));
  return groups.find(
    ({ customer_reference: name, regulatory_requirements: given }) =>
      name === owner &&
      values.every((value) =>
        given?.some((each) => each.requirement_id === value.requirement_id && each.field_value === value.field_value),
      ),
  )?.id;
}
