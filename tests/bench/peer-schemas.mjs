/** The shapes of what the peer takes and answers, as Fastify compiles them. */
const text = { type: 'string' };
const nullableText = { type: ['string', 'null'] };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
/** Fields of one type, by their names. */
const of = (type, names) => Object.fromEntries(names.split(' ').map((name) => [name, type]));
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

export const userSchema = object({
  ...of(text, 'id email fullName role status credits owed callerIdType apiKey createdAt updatedAt'),
  ...of(boolean, 'emailConfirmed hasSecondFactor isClosed resold'),
  ...of(
    nullableText,
    'pendingEmail company phone language resellerPackage resellerExpiresAt defaultCallerId lowBalanceLevel limitReachedAt limitLiftedUntil',
  ),
});

export const transactionSchema = object({
  ...of(text, 'id userId type amount description status balanceChange createdAt'),
  ...of(
    nullableText,
    'balanceAfter cryptocurrency cryptoAmount walletAddress quoteId receivedAmount receivedCryptoAmount transactionHash receiptImageUrl explorerUrl settlesTransactionId refundsTransactionId counterpartTransactionId resellerPackage voicePackageId reason settledAt',
  ),
  outputIndex: { type: ['integer', 'null'] },
});

export const messageSchema = object({
  ...of(text, 'id userId senderId message status cost actualCost sentAt'),
  ...of(integer, 'parts recipientCount'),
  ...of(nullableText, 'provider sendAt'),
  recipients: { type: 'array', items: text },
  counts: object({ queued: integer, sent: integer, delivered: integer, failed: integer, unknown: integer }),
  messageDetails: object({
    recipients: {
      type: 'array',
      items: object({ number: text, messageId: text, status: text, cost: text, error: nullableText }),
    },
  }),
});

export const sendBody = {
  type: 'object',
  required: ['senderId', 'recipients', 'message'],
  properties: {
    senderId: { type: 'string', minLength: 1, maxLength: 16 },
    recipients: { type: 'array', minItems: 1, maxItems: 100_000, items: { type: 'string', maxLength: 64 } },
    message: { type: 'string', minLength: 1, maxLength: 1600 },
  },
};
