import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { line } from '../../platform/kit/schemas.ts';
import { smsMessage } from '../messaging/contract.ts';
import { CHARGE_REFUSALS } from '../messaging/refusal-contract.ts';
import { senderNumber } from '../senders/contract.ts';
import { voiceCall } from '../voice/contract.ts';

const { endpoint } = endpointsFor('DID numbers');

/** How long a code is good, how many wrong ones may be entered, and how many are sent in an hour. */
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const CODES_AN_HOUR = 5;

const number = line(32).min(1, faultText('fillAll'));
const spending = ['not_found', 'not_allowed_now', ...CHARGE_REFUSALS] as const;

export const textNumberCode = endpoint('textNumberCode', 'POST /api/users/:id/number-proofs/message', {
  summary: 'Send a code to a number, to confirm that it is yours; charged as a message',
  body: z.object({ number }),
  status: 201,
  response: smsMessage,
  idempotent: true,
  errors: [...spending, 'sender_not_allowed', 'recipient_opted_out', 'validation_failed'],
});

export const speakNumberCode = endpoint('speakNumberCode', 'POST /api/users/:id/number-proofs/call', {
  summary: 'Have a code read out at a number, to confirm that it is yours; charged as a call',
  body: z.object({ number }),
  status: 201,
  response: voiceCall,
  idempotent: true,
  errors: [...spending, 'too_many_calls', 'unavailable'],
});

export const proveNumber = endpoint('proveNumber', 'PUT /api/users/:id/number-proofs', {
  summary: 'Confirm a number with the code that came there: it may be sender and caller ID then',
  body: z.object({ number, code: z.string().trim().min(1, faultText('codeMissing')).max(12) }),
  response: senderNumber,
  errors: ['not_allowed_now'],
});

export const removeProof = endpoint('removeProof', 'DELETE /api/users/:id/number-proofs/:proofId', {
  summary: 'Remove a confirmed number: nothing is sent from it any more',
});
