import { countParts } from '../../../src/shared/parts.ts';
import { multiplyPounds } from '../../lib/pounds.ts';
import type { AnyEndpoint } from './endpoints.ts';
import type { Made } from './made-first.ts';

/**
 * The prices that an account pays for a part of a message and a minute of a call, in pounds; null where it
 * depends.
 */
interface FlatRates {
  sms: string | null;
  voice: string | null;
}

/** The price of trying an example: pounds in all or for a minute; null if it depends on the destination. */
interface ExampleCost {
  per: 'example' | 'minute';
  pounds: string | null;
}

/** The part of a request that decides its price. */
interface Sent {
  endpoint: AnyEndpoint;
  body?: unknown;
}

/** An endpoint that can fail because of too little credit costs something. */
const costs = ({ endpoint }: Sent): boolean => endpoint.errors?.includes('insufficient_credits') ?? false;

/**
 * The cost of trying an example, with the things that it makes first; null where it costs nothing.
 * @param rates undefined where they are not known yet
 */
export function exampleCost(sent: Sent, made: Made | undefined, rates: FlatRates | undefined): ExampleCost | null {
  // Sending again costs as much as the message that was made for it.
  const last = sent.endpoint.name === 'resendSms' && made ? made : sent;
  const costly = [...(made ? [made] : []), last].filter(costs);
  if (costly.length === 0) return null;
  if (costly.some(({ endpoint }) => endpoint.name === 'placeCall')) {
    return { per: 'minute', pounds: rates?.voice ?? null };
  }
  let parts = 0;
  for (const { endpoint, body } of costly) {
    const counted = partsOf(endpoint.name, body);
    if (counted === null) return { per: 'example', pounds: null };
    parts += counted;
  }
  const rate = rates?.sms;
  return { per: 'example', pounds: rate ? multiplyPounds(rate, parts) : null };
}

/**
 * Parts of a message to all of its recipients; null where the body does not say. What is no message is the
 * server's to refuse.
 */
function partsOf(name: string, body: unknown): number | null {
  const { message = '', recipients, fields } = Object(body);
  const { parts } = countParts(String(message));
  if (name === 'replyToConversation') return parts;
  // Each recipient's text has a length of its own where it names fields.
  if (name !== 'sendSms' || fields) return null;
  return parts * (Array.isArray(recipients) ? new Set(recipients).size : 1);
}
