import { z } from 'zod';
import { user } from '../../callers/contract.ts';
import { stats } from '../../accounts/profile/contract.ts';
import { activity, adminStats } from '../../admin/contract.ts';
import { EVENTS } from '../../platform/events/contract.ts';
import { ERROR_CATALOGUE } from '../../platform/kit/errors.ts';
import { recipientDetail, smsMessage } from '../../services/messaging/contract.ts';
import { coin, pendingPayment, transaction } from '../../money/payments/contract.ts';
import { providerStatus } from '../../carriers/contract.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** What `application/problem+json` holds. */
const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** The sentence a person may read. */
  detail: z.string(),
  code: z.enum(Object.keys(ERROR_CATALOGUE) as [string, ...string[]]),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With `second_factor_required`: what the second factor can be. */
  methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])).optional(),
});

/** The shapes that have a name of their own in the description. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Activity: activity,
  AdminStats: adminStats,
  Coin: coin,
  PendingPayment: pendingPayment,
  Problem: problem,
  ProviderStatus: providerStatus,
  SmsMessage: smsMessage,
  SmsRecipient: recipientDetail,
  Stats: stats,
  Transaction: transaction,
  User: user,
})) {
  named.add(schema, { id });
}
for (const [name, schema] of Object.entries(EVENTS)) named.add(schema, { id: eventSchemaName(name) });

/** The name that the data of an event has among the schemas: `payment-verified` is `PaymentVerifiedEvent`. */
export function eventSchemaName(event: string): string {
  const words = event.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** Every named schema, for the description's components. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(named, {
    ...OPTIONS,
    io: 'output',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, clean(schema)]));
}

/**
 * A schema as JSON Schema 2020-12, with references to the named ones.
 * @param io `input` is what a client may send, `output` what the server answers
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return clean(z.toJSONSchema(schema, { ...OPTIONS, io, metadata: named }));
}

const OPTIONS = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
    // A format says it all; the expression it is checked with says nothing to a reader.
    if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    // Text that is piped through a stricter text has the limits of both.
    const { def } = zodSchema._zod;
    if (def.type === 'pipe' && jsonSchema.type === 'string') {
      const stricter = clean(z.toJSONSchema(def.out, { unrepresentable: 'any', io: 'input' }));
      if (stricter.type === 'string') Object.assign(jsonSchema, stricter);
    }
  },
} as const;

/** Definitions live among the components, so what stands with the schema itself is dropped. */
function clean(schema: object): JsonSchema {
  const { $schema: _dialect, $defs: _definitions, $id: _id, ...rest } = schema as JsonSchema;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
