import type { z } from 'zod';
import { requestUpload } from '../../../src/edge/uploads/contract.ts';
import type { Endpoint } from '../../../src/platform/kit/endpoint.ts';
import * as answers from '../../../src/services/inbox/answers/contract.ts';
import * as inbox from '../../../src/services/inbox/contract.ts';
import * as messagingAdmin from '../../../src/services/messaging/admin-contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as messageHistory from '../../../src/services/messaging/history-contract.ts';
import * as optOuts from '../../../src/services/messaging/opt-outs/contract.ts';
import * as templates from '../../../src/services/messaging/templates/contract.ts';
import * as verifications from '../../../src/services/verifications/contract.ts';
import { matchOf } from '../../../src/shared/match-of.ts';

/** Any endpoint of the contract. */
export type AnyEndpoint = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>;

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/**
 * The endpoints of a contract that its reader may call, in its own order, those of administrators last.
 * @param contract all that a contract exports
 * @param first the name of the one to begin with
 */
export function endpointsOf(contract: object, { first, admin }: { first: string; admin: boolean }): AnyEndpoint[] {
  const all = Object.values(contract).filter(isEndpoint);
  const allowed = all.filter(({ access }) => access !== 'public' && (admin || !access.startsWith('admin')));
  const place = ({ name, access }: AnyEndpoint) => (name === first ? 0 : access.startsWith('admin') ? 2 : 1);
  return allowed.toSorted((a, b) => place(a) - place(b));
}

/** Those that have every word of a search, the best first. */
export const searched = (endpoints: readonly AnyEndpoint[], search: string): AnyEndpoint[] =>
  endpoints
    .filter((each) => matchOf(search, each) > 0)
    .toSorted((one, other) => matchOf(search, other) - matchOf(search, one));

/** Trying a number out belongs to its own page; examples that erase a text would erase one of the reader's. */
const { tryNumber: _tryNumber, redactConversationMessage: _redact, ...conversationEndpoints } = inbox;
const { redactSms: _redactSms, ...messageEndpoints } = messaging;

/** An example that sets rules would take the place of the caller's own. */
const { setNumberAnswers: _setNumberAnswers, ...answerEndpoints } = answers;

/** What the tab of messages shows. */
export const SMS_CONTRACTS = {
  ...{ ...messageEndpoints, ...messageHistory, requestUpload, ...messagingAdmin, ...templates },
  ...{ ...conversationEndpoints, ...answerEndpoints, ...optOuts, ...verifications },
};
