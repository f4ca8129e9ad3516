import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import type { NumberPapers, PapersAsked, PapersLook, PapersState } from '../../number-papers.ts';
import { expectOk } from '../http-carrier.ts';
import type { TelnyxApi } from './api.ts';

const CARRIER = 'telnyx';

const requirement = z.object({
  name: z.string(),
  description: z.string().nullish(),
  /** `textual` is told; anything else is shown. */
  field_type: z.string().nullish(),
  acceptance_criteria: z.object({ acceptable_values: z.array(z.string()).nullish() }).nullish(),
});
type Requirement = z.infer<typeof requirement>;
const requirementsBody = z.object({
  data: z.array(z.object({ regulatory_requirements: z.array(requirement).nullish() })),
});
const group = z.object({
  id: z.string(),
  status: z.string(),
  customer_reference: z.string().nullish(),
  phone_number_type: z.string().nullish(),
});
const groupsBody = z.array(group);

/** The best first: an account may have handed in several. */
const STATES: readonly [PapersState, readonly string[]][] = [
  ['approved', ['approved']],
  ['in-review', ['pending-approval']],
  ['rejected', ['declined', 'expired']],
];

/**
 * What countries ask of a buyer of numbers: Telnyx's regulatory requirements. An account's papers are the requirement
 * group for ordering whose customer reference is the account's id.
 */
export class TelnyxPapers implements NumberPapers {
  readonly #api: TelnyxApi;

  constructor(api: TelnyxApi) {
    this.#api = api;
  }

  async look(number: string, countryCode: string, owner: string): Promise<PapersLook> {
    const answer = await this.#api.get('/regulatory_requirements', {
      'filter[phone_number]': number,
      'filter[action]': 'ordering',
    });
    const { data } = requirementsBody.parse(expectOk(answer, CARRIER));
    const all = data.flatMap(({ regulatory_requirements: some }) => some ?? []);
    if (all.length === 0) return { state: 'not-needed', asked: [] };
    return { state: stateOf(await this.#groups(number, countryCode, owner)), asked: [askedOf(all)] };
  }

  /** What an order names of the number: the account's approved group, where there is one. */
  async fieldsOf(number: string, owner: string): Promise<{ requirement_group_id?: string }> {
    const countryCode = parsePhoneNumberFromString(number)?.country ?? '';
    const approved = (await this.#groups(number, countryCode, owner)).find(
      (each) => stateOf([each]) === 'approved',
    );
    return approved ? { requirement_group_id: approved.id } : {};
  }

  async #groups(number: string, countryCode: string, owner: string): Promise<z.infer<typeof group>[]> {
    const type = typeOf(number);
    const answer = await this.#api.get('/requirement_groups', {
      'filter[customer_reference]': owner,
      'filter[country_code]': countryCode,
      'filter[phone_number_type]': type,
      'filter[action]': 'ordering',
    });
    const groups = groupsBody.parse(expectOk(answer, CARRIER));
    // Another account's papers must never be taken for this one's.
    return groups.filter((each) => each.customer_reference === owner && each.phone_number_type === type);
  }
}

const typeOf = (number: string): 'local' | 'mobile' =>
  parsePhoneNumberFromString(number)?.getType() === 'MOBILE' ? 'mobile' : 'local';

function stateOf(groups: readonly { status: string }[]): PapersState {
  const found = STATES.find(([, statuses]) => groups.some(({ status }) => statuses.includes(status)));
  return found?.[0] ?? 'missing';
}

/** Telnyx asks the same of everybody. */
function askedOf(all: readonly Requirement[]): PapersAsked {
  const told = all.filter(({ field_type: type }) => type === 'textual');
  const shown = all.filter(({ field_type: type }) => type !== 'textual');
  return {
    owner: 'anybody',
    details: told.map(({ name }) => name),
    documents: shown.map(({ name, description, acceptance_criteria: criteria }) => ({
      name,
      description: description ?? '',
      accepted: criteria?.acceptable_values ?? [],
    })),
  };
}
