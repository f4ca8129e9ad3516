import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { PAPERS_OWNERS } from '../../../../db/enums.ts';
import type { NumberPapers, PapersAsked, PapersLook, PapersState } from '../../number-papers.ts';
import { expectOk } from '../http-carrier.ts';
import type { TwilioApi } from './api.ts';

const CARRIER = 'twilio';

/** Twilio leaves out what a country does not ask for. */
const requirements = z.object({
  end_user: z
    .array(z.object({ detailed_fields: z.array(z.object({ friendly_name: z.string() })).default([]) }))
    .default([]),
  supporting_document: z
    .array(
      z.array(
        z.object({
          name: z.string(),
          description: z.string().nullish(),
          accepted_documents: z.array(z.object({ name: z.string() })).default([]),
        }),
      ),
    )
    .default([]),
});
type Requirements = z.infer<typeof requirements>;
const regulationsBody = z.object({
  results: z.array(z.object({ end_user_type: z.enum(PAPERS_OWNERS), requirements: requirements.nullish() })),
});
const bundle = z.object({ sid: z.string(), friendly_name: z.string().nullish(), status: z.string() });
const bundlesBody = z.object({ results: z.array(bundle) });
const addressesBody = z.object({
  addresses: z.array(
    z.object({ sid: z.string(), friendly_name: z.string().nullish(), iso_country: z.string().nullish() }),
  ),
});

/** The best first: an account may have handed in several. */
const STATES: readonly [PapersState, readonly string[]][] = [
  ['approved', ['twilio-approved', 'provisionally-approved']],
  ['in-review', ['pending-review', 'in-review']],
  ['rejected', ['twilio-rejected']],
];

/**
 * What countries ask of a buyer of numbers: Twilio's Regulatory Compliance API v2. An account's papers are the
 * regulatory bundle, and the address, whose friendly name is the account's id.
 */
export class TwilioPapers implements NumberPapers {
  readonly #account: TwilioApi;
  readonly #regulatory: TwilioApi;

  constructor(account: TwilioApi, regulatory: TwilioApi) {
    this.#account = account;
    this.#regulatory = regulatory;
  }

  async look(number: string, countryCode: string, owner: string): Promise<PapersLook> {
    const kind = { IsoCountry: countryCode, NumberType: typeOf(number) };
    const answer = await this.#regulatory.get('/Regulations', { ...kind, PageSize: '20' });
    const { results } = regulationsBody.parse(expectOk(answer, CARRIER));
    const asked = results.map((regulation) =>
      askedOf(regulation.end_user_type, regulation.requirements ?? null),
    );
    if (asked.length === 0) return { state: 'not-needed', asked: [] };
    return { state: stateOf(await this.#bundles(kind, owner)), asked };
  }

  /** What a purchase has to name: the account's approved bundle and its address, where there are some. */
  async fieldsOf(number: string, owner: string): Promise<Record<string, string>> {
    const countryCode = parsePhoneNumberFromString(number)?.country ?? '';
    const kind = { IsoCountry: countryCode, NumberType: typeOf(number) };
    const bundles = await this.#bundles(kind, owner);
    const approved = bundles.find((each) => stateOf([each]) === 'approved');
    const address = await this.#address(countryCode, owner);
    return {
      ...(approved && { BundleSid: approved.sid }),
      ...(address && { AddressSid: address }),
    };
  }

  async #bundles(kind: Record<string, string>, owner: string): Promise<z.infer<typeof bundle>[]> {
    const answer = await this.#regulatory.get('/Bundles', { ...kind, FriendlyName: owner, PageSize: '20' });
    const { results } = bundlesBody.parse(expectOk(answer, CARRIER));
    // Another account's papers must never be taken for this one's.
    return results.filter(({ friendly_name: name }) => name === owner);
  }

  /** One in the number's country, else any. */
  async #address(countryCode: string, owner: string): Promise<string | undefined> {
    const answer = await this.#account.get('/Addresses.json', { FriendlyName: owner, PageSize: '20' });
    const { addresses } = addressesBody.parse(expectOk(answer, CARRIER));
    const own = addresses.filter(({ friendly_name: name }) => name === owner);
    return (own.find(({ iso_country: country }) => country === countryCode) ?? own[0])?.sid;
  }
}

const typeOf = (number: string): 'local' | 'mobile' =>
  parsePhoneNumberFromString(number)?.getType() === 'MOBILE' ? 'mobile' : 'local';

function stateOf(bundles: readonly { status: string }[]): PapersState {
  const found = STATES.find(([, statuses]) => bundles.some(({ status }) => statuses.includes(status)));
  return found?.[0] ?? 'missing';
}

const askedOf = (owner: PapersAsked['owner'], asked: Requirements | null): PapersAsked => ({
  owner,
  details: (asked?.end_user ?? []).flatMap((user) =>
    user.detailed_fields.map(({ friendly_name: name }) => name),
  ),
  documents: (asked?.supporting_document ?? [])
    .flat()
    .map(({ name, description, accepted_documents: kinds }) => ({
      name,
      description: description ?? '',
      accepted: kinds.map((kind) => kind.name),
    })),
});
