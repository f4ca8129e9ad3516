import { z } from 'zod';
import { PAPERS_OWNERS, PAPERS_STATES, PAPERS_STEPS } from '../../../../db/enums.ts';
import { CALLBACK_BYTES } from '../../../carriers/contract.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { faultText } from '../../../platform/kit/faults.ts';
import { isoTime, line, pageQuery, paragraph, uuid } from '../../../platform/kit/schemas.ts';

const { endpoint, pagedList } = endpointsFor('DID numbers');

/** The longest answer to a question of a country's, and the most questions and documents. */
const MAX_ANSWER = 200;
const MAX_FIELDS = 40;
const MAX_DOCUMENTS = 20;
export const MAX_PAPERS_REASON = 500;

const paperField = z.object({ key: z.string(), name: z.string(), description: z.string() });

const papersAsked = z.object({
  owner: z.enum(PAPERS_OWNERS),
  /** The details to fill in. */
  details: z.array(paperField),
  /** An address must be told. */
  address: z.boolean(),
  /** The documents to show. */
  documents: z.array(
    paperField.extend({
      /** One of these is shown. */
      accepted: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          fields: z.array(paperField),
          /** It takes a file; the address shows the others. */
          file: z.boolean(),
        }),
      ),
    }),
  ),
});

export const filled = (max: number) => line(max).min(1, faultText('fillAll'));
export const filePath = z.string().regex(/^\/api\/objects\/[0-9a-f-]{36}$/, faultText('fillAll'));
const answers = z
  .record(z.string().max(100), line(MAX_ANSWER))
  .refine((given) => Object.keys(given).length <= MAX_FIELDS);

export const postalAddress = z.object({
  /** The person or company that it belongs to has this name. */
  name: filled(100),
  street: filled(200),
  city: filled(100),
  region: line(100),
  postalCode: filled(20),
  /** ISO 3166-1 alpha-2. */
  countryCode: z.string().regex(/^[A-Z]{2}$/, faultText('fillAll')),
});

const paperGiven = z.object({
  key: z.string().max(100),
  /** The accepted kind that this document is. */
  accepted: z.string().max(200),
  fields: answers.default({}),
  /** The path of the uploaded file. */
  objectPath: filePath.nullable(),
});

export const papersGiven = z.object({
  owner: z.enum(PAPERS_OWNERS),
  /** Answers by the keys of what is asked. */
  details: answers,
  address: postalAddress.nullable(),
  documents: z.array(paperGiven).max(MAX_DOCUMENTS),
});
export type PapersGivenJson = z.infer<typeof papersGiven>;

export const papersSet = z.object({
  id: uuid,
  country: z.string(),
  countryCode: z.string(),
  kind: z.enum(['local', 'mobile']),
  status: z.enum(PAPERS_STEPS),
  /** Why they were rejected, in the words of who checked them; null where nothing was said. */
  reason: z.string().nullable(),
  /** The operator hands them in by hand, and an administrator says what came of it. */
  byHand: z.boolean(),
  handedInAt: isoTime,
  decidedAt: isoTime.nullable(),
  /** Null once it is so old that it was deleted. */
  given: papersGiven.nullable(),
});
export type PapersSet = z.infer<typeof papersSet>;

export const numberPapers = z.object({
  /** `approved` and `not-needed`: the number can be bought. */
  state: z.enum(PAPERS_STATES),
  /** The country's demands, for each kind of owner, in the carrier's words. */
  asked: z.array(papersAsked),
  /** The account's papers for such numbers. */
  papers: papersSet.nullable(),
});
export type NumberPapers = z.infer<typeof numberPapers>;

export const getHoldPapers = endpoint('getNumberHoldPapers', 'GET /api/did-numbers/holds/:number/papers', {
  access: 'signed-in',
  summary: 'What the country of a held number asks of who buys it, and how far the caller’s papers are',
  params: z.object({ number: z.string().max(20) }),
  response: numberPapers,
  errors: ['not_found', 'provider_failed'],
});

export const listNumberPapers = endpoint('listNumberPapers', 'GET /api/users/:id/number-papers', {
  summary: 'What an account has handed in for countries that ask for papers, newest first',
  response: z.array(papersSet),
});

export const handInPapers = endpoint('handInNumberPapers', 'PUT /api/users/:id/number-papers', {
  summary: 'Hand in, or correct, the papers that the country of a held number asks for',
  body: papersGiven.extend({
    /** A number that the account holds. */
    number: z.string().max(20),
  }),
  response: papersSet,
  errors: ['not_allowed_now', 'provider_failed'],
});

/** Papers as administrators see them in the list. */
export const papersEntry = papersSet.omit({ given: true }).extend({
  provider: z.string(),
  user: z.object({ id: uuid, email: z.string(), fullName: z.string(), company: z.string().nullable() }),
});
export type PapersEntry = z.infer<typeof papersEntry>;

export const listAllPapers = pagedList('listAllNumberPapers', '/api/admin/number-papers', {
  duties: ['support'],
  tag: 'Administration',
  summary: 'Papers of all accounts, newest first, without what they say',
  query: pageQuery.extend({ status: z.enum(PAPERS_STEPS).optional() }),
  row: papersEntry,
});

export const countAllPapers = endpoint('countNumberPapers', 'GET /api/admin/number-papers/count', {
  duties: ['support'],
  tag: 'Administration',
  summary: 'How many papers there are in each state, and how many wait for an administrator',
  response: z.object({
    'handing-in': z.number().int(),
    'in-review': z.number().int(),
    rejected: z.number().int(),
    approved: z.number().int(),
    byHand: z.number().int(),
    /** Requests to bring numbers that wait for an administrator. */
    ports: z.number().int(),
  }),
});

/** It leaves a row in the audit log: they hold documents of identity. */
export const openPapers = endpoint('openNumberPapers', 'POST /api/admin/number-papers/:papersId/views', {
  tag: 'Administration',
  summary: 'What somebody’s papers say; the audit log keeps who looked',
  response: papersEntry.extend({ number: z.string(), given: papersGiven.nullable() }),
});

export const decidePapers = endpoint('decideNumberPapers', 'PUT /api/admin/number-papers/:papersId', {
  tag: 'Administration',
  summary: 'Say what came of papers that the operator hands in by hand',
  body: z.discriminatedUnion('status', [
    z.object({ status: z.literal('approved') }),
    z.object({
      status: z.literal('rejected'),
      reason: paragraph(MAX_PAPERS_REASON).refine((text) => text.trim().length > 0, faultText('reasonMissing')),
    }),
  ]),
  response: papersEntry,
  errors: ['not_allowed_now'],
});

export const papersCallback = endpoint('papersCallback', 'POST /api/callbacks/:provider/papers', {
  largestBody: CALLBACK_BYTES,
  access: 'public',
  summary: "News of papers, with the carrier's own signature: the carrier is asked at once",
  params: z.object({ provider: z.string().max(60) }),
  errors: ['not_found', 'bad_signature', 'payload_too_large'],
});
