import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { kindOfNumber } from '../../kind-of-number.ts';
import type {
  NumberPapers,
  PapersAsked,
  PapersLook,
  PapersNews,
  PapersNotes,
  PapersScope,
  PapersState,
  PapersToHandIn,
} from '../../number-papers.ts';
import type { OwnerPapers } from '../../number-port.ts';
import { expectGone, expectOk } from '../http-carrier.ts';
import type { TelnyxApi } from './api.ts';
import { handInAtTelnyx } from './hand-in.ts';

/** By the names of their notes: the group, which uses the others, before them. */
const KINDS: readonly [name: RegExp, path: string][] = [
  [/^group$/, '/requirement_groups'],
  [/^document /, '/documents'],
  [/^address$/, '/addresses'],
];

/** Deletes a requirement group with its documents and its address. */
async function withdrawAtTelnyx(api: TelnyxApi, made: Readonly<Record<string, string>>): Promise<void> {
  for (const [named, path] of KINDS) {
    for (const [name, id] of Object.entries(made)) {
      if (named.test(name)) expectGone(await api.delete(`${path}/${encodeURIComponent(id)}`), 'telnyx');
    }
  }
}

const CARRIER = 'telnyx';

const requirement = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  /** `document` is a file and `address` is an address object at Telnyx; anything else is a text. */
  field_type: z.string().nullish(),
  acceptance_criteria: z.object({ acceptable_values: z.array(z.string()).nullish() }).nullish(),
});
export type Requirement = z.infer<typeof requirement>;
const requirementsBody = z.object({
  data: z.array(z.object({ regulatory_requirements: z.array(requirement).nullish() })),
});
const group = z.object({
  id: z.string(),
  status: z.string(),
  customer_reference: z.string().nullish(),
  phone_number_type: z.string().nullish(),
  regulatory_requirements: z
    .array(z.object({ requirement_id: z.string().nullish(), status: z.string().nullish() }))
    .nullish(),
});
const groupsBody = z.array(group);

/** The best one first: an account may have handed in several. */
const STATES: readonly [PapersState, readonly string[]][] = [
  ['approved', ['approved']],
  ['in-review', ['pending-approval']],
  ['rejected', ['declined', 'expired']],
];

/**
 * The papers that countries ask for: Telnyx's regulatory requirements. An account's papers are the
 * requirement group for ordering whose customer reference is the account's id.
 */
export class TelnyxPapers implements NumberPapers {
  constructor(private readonly api: TelnyxApi) {}

  async look({ number, countryCode, owner }: PapersScope): Promise<PapersLook> {
    const all = await this.#requirements({ 'filter[phone_number]': number, 'filter[action]': 'ordering' });
    if (all.length === 0) return { state: 'not-needed', asked: [] };
    return { state: stateOf(await this.#groups(number, countryCode, owner)), asked: [askedOf(all)] };
  }

  async handIn(papers: PapersToHandIn, notes: PapersNotes): Promise<string> {
    const filter = { 'filter[phone_number]': papers.number, 'filter[action]': 'ordering' };
    return handInAtTelnyx(this.api, { papers, asked: await this.#requirements(filter) }, notes);
  }

  withdraw(made: Readonly<Record<string, string>>): Promise<void> {
    return withdrawAtTelnyx(this.api, made);
  }

  async news(groupId: string): Promise<PapersNews> {
    const answer = await this.api.get(`/requirement_groups/${encodeURIComponent(groupId)}`);
    const found = group.parse(expectOk(answer, CARRIER));
    const state = stateOf([found]);
    return { state, reason: state === 'rejected' ? await this.#declined(found) : null };
  }

  /** It says which papers were declined, but not why. */
  async #declined({ id, regulatory_requirements: given }: z.infer<typeof group>): Promise<string | null> {
    const declined = new Set(
      (given ?? [])
        .filter(({ status }) => status === 'declined' || status === 'expired')
        .map(({ requirement_id: requirementId }) => requirementId),
    );
    const asked = await this.#requirements({ 'filter[requirement_group_id]': id });
    const names = asked.filter((each) => declined.has(each.id)).map(({ name }) => name);
    return names.length > 0 ? names.join(', ') : null;
  }

  async #requirements(filter: Record<string, string>): Promise<Requirement[]> {
    const { data } = requirementsBody.parse(expectOk(await this.api.get('/regulatory_requirements', filter), CARRIER));
    return data.flatMap(({ regulatory_requirements: some }) => some ?? []);
  }

  /** The part of an order that names the papers: the account's approved group, if there is one. */
  async fieldsOf(number: string, { owner }: OwnerPapers): Promise<{ requirement_group_id?: string }> {
    const countryCode = parsePhoneNumberFromString(number)?.country ?? '';
    const approved = (await this.#groups(number, countryCode, owner)).find((each) => stateOf([each]) === 'approved');
    return approved ? { requirement_group_id: approved.id } : {};
  }

  async #groups(number: string, countryCode: string, owner: string): Promise<z.infer<typeof group>[]> {
    const type = kindOfNumber(number);
    const answer = await this.api.get('/requirement_groups', {
      'filter[customer_reference]': owner,
      'filter[country_code]': countryCode,
      'filter[phone_number_type]': type,
      'filter[action]': 'ordering',
    });
    const groups = groupsBody.parse(expectOk(answer, CARRIER));
    // Another account's papers must never be used for this one.
    return groups.filter((each) => each.customer_reference === owner && each.phone_number_type === type);
  }
}

function stateOf(groups: readonly { status: string }[]): PapersState {
  const found = STATES.find(([, statuses]) => groups.some(({ status }) => statuses.includes(status)));
  return found?.[0] ?? 'missing';
}

/** Telnyx asks everybody for the same papers. */
const askedOf = (all: readonly Requirement[]): PapersAsked => ({
  owner: 'anybody',
  details: all
    .filter(({ field_type: type }) => type !== 'document' && type !== 'address')
    .map(({ id: key, name, description }) => ({ key, name, description: description ?? '' })),
  address: all.some(({ field_type: type }) => type === 'address'),
  documents: all
    .filter(({ field_type: type }) => type === 'document')
    .map(({ id: key, name, description, acceptance_criteria: criteria }) => ({
      key,
      name,
      description: description ?? '',
      accepted: (criteria?.acceptable_values?.length ? criteria.acceptable_values : [name]).map((value) => ({
        ...{ key: value, name: value, fields: [], file: true },
      })),
    })),
});
