import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import { PAPERS_OWNERS } from '../../../../db/enums.ts';
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
import type { CarrierCallback } from '../../port.ts';
import type { OwnerPapers } from '../../number-port.ts';
import { expectOk, expectGone } from '../http-carrier.ts';
import type { TwilioApi } from './api.ts';
import { handInAtTwilio } from './hand-in.ts';
import { checkTwilioSignature } from './signature.ts';

/**
 * The things that were made there, by their SID: one that uses others is deleted before them. An item is gone
 * with its bundle.
 */
const KINDS: readonly [sid: string, of: 'regulatory' | 'account', path: (id: string) => string][] = [
  ['BU', 'regulatory', (id) => `/Bundles/${id}`],
  ['RD', 'regulatory', (id) => `/SupportingDocuments/${id}`],
  ['IT', 'regulatory', (id) => `/EndUsers/${id}`],
  ['AD', 'account', (id) => `/Addresses/${id}.json`],
];

/**
 * Deletes a bundle with its documents, its end user and its address. A bundle by which a number was bought is deleted once
 * the number is given back; until then Twilio refuses (21648), and it rejects.
 */
async function withdrawAtTwilio(
  apis: Record<'regulatory' | 'account', TwilioApi>,
  made: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [sid, of, path] of KINDS) {
    for (const id of Object.values(made).filter((each) => each.startsWith(sid))) {
      expectGone(await apis[of].delete(path(encodeURIComponent(id))), 'twilio');
    }
  }
}

const assignmentsBody = z.object({ results: z.array(z.object({ object_sid: z.string().nullish() })) });
const documentBody = z.object({ failure_reason: z.string().nullish() });

/** Why a bundle was rejected: the reasons are in its documents. Null if there are none. */
async function reasonsOf(api: TwilioApi, bundleSid: string): Promise<string | null> {
  const path = `/Bundles/${encodeURIComponent(bundleSid)}/ItemAssignments`;
  const answer = await api.get(path, { PageSize: '100' });
  const { results } = assignmentsBody.parse(expectOk(answer, 'twilio'));
  const sids = results.map(({ object_sid: sid }) => sid ?? '').filter((sid) => sid.startsWith('RD'));
  const reasons: string[] = [];
  for (const sid of sids) {
    const document = await api.get(`/SupportingDocuments/${encodeURIComponent(sid)}`);
    const { failure_reason: reason } = documentBody.parse(expectOk(document, 'twilio'));
    if (reason) reasons.push(reason);
  }
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : null;
}

const CARRIER = 'twilio';

const field = z.object({ machine_name: z.string(), friendly_name: z.string(), description: z.string().nullish() });
/** Twilio leaves a field out if the country does not ask for it. */
const requirements = z.object({
  end_user: z.array(z.object({ detailed_fields: z.array(field).default([]) })).default([]),
  supporting_document: z
    .array(
      z.array(
        z.object({
          name: z.string(),
          requirement_name: z.string(),
          description: z.string().nullish(),
          accepted_documents: z
            .array(z.object({ name: z.string(), type: z.string(), detailed_fields: z.array(field).default([]) }))
            .default([]),
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

/** The best one first: an account may have handed in several. */
const STATES: readonly [PapersState, readonly string[]][] = [
  ['approved', ['twilio-approved', 'provisionally-approved']],
  ['in-review', ['pending-review', 'in-review']],
  ['rejected', ['twilio-rejected']],
];

/**
 * The papers that countries ask for: Twilio's Regulatory Compliance API v2. An account's papers are the
 * regulatory bundle, and the address, with the account's id as their friendly name.
 */
export class TwilioPapers implements NumberPapers {
  readonly #account: TwilioApi;
  readonly #regulatory: TwilioApi;
  readonly #uploads: TwilioApi;

  constructor(
    apis: { account: TwilioApi; regulatory: TwilioApi; uploads: TwilioApi },
    private readonly authToken: string,
  ) {
    this.#account = apis.account;
    this.#regulatory = apis.regulatory;
    this.#uploads = apis.uploads;
  }

  async look({ number, countryCode, owner }: PapersScope): Promise<PapersLook> {
    const kind = { IsoCountry: countryCode, NumberType: kindOfNumber(number) };
    const answer = await this.#regulatory.get('/Regulations', { ...kind, PageSize: '20' });
    const { results } = regulationsBody.parse(expectOk(answer, CARRIER));
    const asked = results.map((regulation) => askedOf(regulation.end_user_type, regulation.requirements ?? null));
    if (asked.length === 0) return { state: 'not-needed', asked: [] };
    return { state: stateOf(await this.#bundles(kind, owner)), asked };
  }

  handIn(papers: PapersToHandIn, notes: PapersNotes): Promise<string> {
    const apis = { account: this.#account, regulatory: this.#regulatory, uploads: this.#uploads };
    return handInAtTwilio(apis, papers, notes);
  }

  async news(bundleSid: string): Promise<PapersNews> {
    const path = `/Bundles/${encodeURIComponent(bundleSid)}`;
    const state = stateOf([bundle.parse(expectOk(await this.#regulatory.get(path), CARRIER))]);
    return { state, reason: state === 'rejected' ? await reasonsOf(this.#regulatory, bundleSid) : null };
  }

  withdraw(made: Readonly<Record<string, string>>): Promise<void> {
    return withdrawAtTwilio({ account: this.#account, regulatory: this.#regulatory }, made);
  }

  checkCallback(callback: CarrierCallback): void {
    checkTwilioSignature(this.authToken, callback);
  }

  /** The part of a purchase that names the papers: the account's approved bundle and its address, if there are any. */
  async fieldsOf(number: string, { owner, made }: OwnerPapers): Promise<Record<string, string>> {
    const countryCode = parsePhoneNumberFromString(number)?.country ?? '';
    const kind = { IsoCountry: countryCode, NumberType: kindOfNumber(number) };
    const bundles = await this.#bundles(kind, owner);
    const approved = bundles.find((each) => stateOf([each]) === 'approved');
    // For papers that were handed in through us it is the accepted address; others are found by their name.
    const address = made.address ?? (await this.#address(countryCode, owner));
    return { ...(approved && { BundleSid: approved.sid }), ...(address && { AddressSid: address }) };
  }

  async #bundles(kind: Record<string, string>, owner: string): Promise<z.infer<typeof bundle>[]> {
    const answer = await this.#regulatory.get('/Bundles', { ...kind, FriendlyName: owner, PageSize: '20' });
    const { results } = bundlesBody.parse(expectOk(answer, CARRIER));
    // Another account's papers must never be used for this one.
    return results.filter(({ friendly_name: name }) => name === owner);
  }

  /** An address in the number's country, otherwise any. */
  async #address(countryCode: string, owner: string): Promise<string | undefined> {
    const answer = await this.#account.get('/Addresses.json', { FriendlyName: owner, PageSize: '20' });
    const { addresses } = addressesBody.parse(expectOk(answer, CARRIER));
    const own = addresses.filter(({ friendly_name: name }) => name === owner);
    return (own.find(({ iso_country: country }) => country === countryCode) ?? own[0])?.sid;
  }
}

function stateOf(bundles: readonly { status: string }[]): PapersState {
  const found = STATES.find(([, statuses]) => bundles.some(({ status }) => statuses.includes(status)));
  return found?.[0] ?? 'missing';
}

/** The parameter that names an address: it is not shown to the customer. */
const ADDRESS_FIELD = 'address_sids';

function askedOf(owner: PapersAsked['owner'], asked: Requirements | null): PapersAsked {
  const documents = (asked?.supporting_document ?? []).flat();
  const named = documents.flatMap(({ accepted_documents: kinds }) => kinds);
  return {
    owner,
    details: (asked?.end_user ?? []).flatMap((user) => user.detailed_fields.map(fieldFrom)),
    address: named.some((kind) => kind.detailed_fields.some(isAddress)),
    documents: documents.map(({ requirement_name: key, name, description, accepted_documents: kinds }) => ({
      key,
      name,
      description: description ?? '',
      accepted: kinds.map((kind) => ({
        key: kind.type,
        name: kind.name,
        fields: kind.detailed_fields.filter((each) => !isAddress(each)).map(fieldFrom),
        // An address is compared with the country's register: nothing is uploaded.
        file: !(kind.detailed_fields.length > 0 && kind.detailed_fields.every(isAddress)),
      })),
    })),
  };
}

const isAddress = ({ machine_name: key }: z.infer<typeof field>): boolean => key === ADDRESS_FIELD;

const fieldFrom = ({ machine_name: key, friendly_name: name, description }: z.infer<typeof field>) => ({
  ...{ key, name, description: description ?? '' },
});
