import { z } from 'zod';
import { PORT_STATES } from '../../../../db/enums.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { faultText } from '../../../platform/kit/faults.ts';
import { day, isoTime, line, pageQuery, paragraph, uuid } from '../../../platform/kit/schemas.ts';
import { numberInput } from '../contract.ts';
import { filePath, filled, papersEntry, postalAddress } from '../papers/contract.ts';

const { endpoint, pagedList } = endpointsFor('DID numbers');

/** The most numbers of one request, and the most requests of an account that are open. */
export const MAX_PORT_NUMBERS = 20;
export const MAX_OPEN_PORTS = 20;
export const MAX_PORT_WORDS = 500;

export const portBody = z.object({
  /** All of one country. */
  numbers: z.array(numberInput).min(1, faultText('fillAll')).max(MAX_PORT_NUMBERS),
  /** The carrier that has them now, and what it knows its customer by; empty where it gives none. */
  losingCarrier: filled(100),
  accountNumber: line(60),
  /** It is not shown again; empty in a correction: as it was. */
  pin: line(40),
  /** The holder as the losing carrier knows it. */
  holder: postalAddress,
  /** Paths of uploaded files: the signed letter of authority, and a bill of the losing carrier. Both are needed before it goes on. */
  authorityPath: filePath.nullable(),
  billPath: filePath.nullable(),
  wishedOn: day.nullable(),
});
export type PortBody = z.infer<typeof portBody>;

export const numberPort = z.object({
  id: uuid,
  numbers: z.array(z.string()),
  countryCode: z.string(),
  losingCarrier: z.string(),
  status: z.enum(PORT_STATES),
  /** The operator's words about the state. */
  words: z.string().nullable(),
  wishedOn: day.nullable(),
  /** The day that was agreed with the losing carrier. */
  portsOn: day.nullable(),
  requestedAt: isoTime,
  changedAt: isoTime,
  /** Null once it is so old that it was deleted. */
  given: portBody.pick({ accountNumber: true, holder: true, authorityPath: true, billPath: true }).nullable(),
});
export type NumberPort = z.infer<typeof numberPort>;

export const listPorts = pagedList('listNumberPorts', '/api/users/:id/number-ports', {
  summary: 'Requests to bring numbers from other carriers, newest first',
  query: pageQuery,
  row: numberPort,
});

export const requestPort = endpoint('requestNumberPort', 'POST /api/users/:id/number-ports', {
  summary: 'Ask to bring numbers from another carrier; without both files its state is `papers_wanted`',
  body: portBody,
  status: 201,
  response: numberPort,
  idempotent: true,
  errors: ['not_allowed_now', 'number_taken'],
});

export const correctPort = endpoint('correctNumberPort', 'PUT /api/users/:id/number-ports/:portId', {
  summary: 'Correct such a request or hand in missing papers, before it is in progress',
  body: portBody,
  response: numberPort,
  errors: ['not_allowed_now', 'number_taken'],
});

export const withdrawPort = endpoint('withdrawNumberPort', 'POST /api/users/:id/number-ports/:portId/withdraw', {
  summary: 'Withdraw such a request while it is open',
  response: numberPort,
  errors: ['not_allowed_now'],
});

const portEntry = numberPort.omit({ given: true }).extend({ user: papersEntry.shape.user });
export type PortEntry = z.infer<typeof portEntry>;

export const listAllPorts = pagedList('listAllNumberPorts', '/api/admin/number-ports', {
  duties: ['support'],
  tag: 'Administration',
  summary: 'Such requests of all accounts, newest first, without what they say of a person',
  query: pageQuery.extend({ status: z.enum(PORT_STATES).optional() }),
  row: portEntry,
});

/** It leaves a row in the audit log: it shows who somebody is, and by what a number can be taken away. */
export const openPort = endpoint('openNumberPort', 'POST /api/admin/number-ports/:portId/views', {
  tag: 'Administration',
  summary: 'What somebody’s request says, with its PIN; the audit log keeps who looked',
  response: portEntry.extend({ given: numberPort.shape.given, pin: z.string().nullable() }),
});

const words = paragraph(MAX_PORT_WORDS);
const saidWords = words.refine((text) => text.trim().length > 0, faultText('reasonMissing'));

export const decidePort = endpoint('decideNumberPort', 'PUT /api/admin/number-ports/:portId', {
  tag: 'Administration',
  summary: 'Say how far a request is; once it is ported, its numbers are charged and belong to the account',
  body: z.discriminatedUnion('status', [
    z.object({ status: z.literal('papers_wanted'), words: saidWords }),
    z.object({ status: z.literal('in_progress'), portsOn: day, words }),
    z.object({ status: z.literal('refused'), words: saidWords }),
    z.object({
      status: z.literal('ported'),
      /** The carrier that has them now, and its own ids of them in their order; none where it needs none. */
      provider: z.string().max(60),
      carrierNumberIds: z.array(line(100).min(1)).max(MAX_PORT_NUMBERS).default([]),
    }),
  ]),
  response: portEntry,
  errors: ['not_allowed_now', 'simulated_only', 'number_taken', 'insufficient_credits'],
});
