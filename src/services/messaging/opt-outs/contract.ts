import { z } from 'zod';
import { OPT_OUT_SOURCES } from '../../../../db/enums.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { faultText } from '../../../platform/kit/faults.ts';
import { countryCode } from '../../../callers/contract.ts';
import { isoTime, line, namedObject, pageQuery, paragraph, uuid } from '../../../platform/kit/schemas.ts';

const { endpoint, pagedList } = endpointsFor('SMS');

/** The most numbers of a file, and the most characters that they can come to. */
export const MAX_FILE_NUMBERS = 100_000;
const MAX_FILE_CHARACTERS = 4_000_000;
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** How many lines of a file that hold no number are named. */
export const LINES_NAMED = 20;

export const optOut = namedObject('OptOut', {
  id: uuid,
  /** E.164. */
  number: z.string(),
  source: z.enum(OPT_OUT_SOURCES),
  /** The word that they wrote, and the account's number that they wrote it to. */
  word: z.string().nullable(),
  ownNumber: z.string().nullable(),
  at: isoTime,
});
export type OptOut = z.infer<typeof optOut>;

const ownText = paragraph(480)
  .transform((text) => text.trim() || null)
  .nullable();

/** Null: the usual text. */
const texts = z.object({ stop: z.string().nullable(), start: z.string().nullable(), help: z.string().nullable() });

export const optOutBody = z.object({ number: line(32).min(1, faultText('fillAll')) });
export const optOutTextsBody = z.object({ stop: ownText, start: ownText, help: ownText });

export const listOptOuts = pagedList('listOptOuts', '/api/users/:id/opt-outs', {
  summary: 'Numbers that want no messages from this account, newest first',
  query: pageQuery.extend({
    /** Part of a number. */
    search: z.string().trim().max(40).default(''),
  }),
  row: optOut,
});

export const addOptOut = endpoint('addOptOut', 'POST /api/users/:id/opt-outs', {
  summary: 'Send no more messages to a number',
  body: optOutBody,
  status: 201,
  response: optOut,
  errors: ['not_allowed_now', 'validation_failed'],
});

export const importOptOuts = endpoint('importOptOuts', 'POST /api/users/:id/opt-outs/import', {
  largestBody: MAX_FILE_BYTES,
  access: 'owner',
  summary: 'Send no more messages to the numbers of a CSV file',
  body: z.object({
    /** The file’s text: numbers in a column called `number`, or in the first one. */
    file: paragraph(MAX_FILE_CHARACTERS).min(1, faultText('fillAll')),
    /** Where numbers without a country’s code belong; absent: such numbers are refused, except for a lost plus sign. */
    country: countryCode.optional(),
  }),
  response: z.object({
    added: z.number().int(),
    /** Numbers that were in the list before. */
    known: z.number().int(),
    /** How many numbers lacked their plus sign, first zero or country’s code. */
    mended: z.number().int(),
    /** How many lines hold no number, and the first of them, from 1. */
    refused: z.number().int(),
    lines: z.array(z.number().int()),
  }),
  errors: ['not_allowed_now', 'malformed_request', 'validation_failed'],
});

export const exportOptOuts = endpoint('exportOptOuts', 'GET /api/users/:id/opt-outs.csv', {
  summary: 'The list as CSV, which can be read in again',
  produces: ['text/csv'],
});

export const removeOptOut = endpoint('removeOptOut', 'DELETE /api/users/:id/opt-outs/:optOutId', {
  summary: 'Take a number from the list: messages to it are sent again',
});

export const getOptOutTexts = endpoint('getOptOutTexts', 'GET /api/users/:id/opt-out-texts', {
  summary: 'What numbers answer to STOP, START and HELP',
  response: z.object({ own: texts, usual: texts }),
});

export const setOptOutTexts = endpoint('setOptOutTexts', 'PUT /api/users/:id/opt-out-texts', {
  summary: 'Set what numbers answer to STOP, START and HELP; empty for the usual text',
  body: optOutTextsBody,
  response: texts,
});
