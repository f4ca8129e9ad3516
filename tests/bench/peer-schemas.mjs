/** The shapes of what the peer takes and answers, as Fastify compiles them. */
const text = { type: 'string' };
const nullableText = { type: ['string', 'null'] };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

export const userSchema = object({
  id: text,
  email: text,
  emailConfirmed: boolean,
  pendingEmail: nullableText,
  hasSecondFactor: boolean,
  fullName: text,
  company: nullableText,
  phone: nullableText,
  language: nullableText,
  role: text,
  status: text,
  isClosed: boolean,
  credits: text,
  owed: text,
  resellerPackage: nullableText,
  resellerExpiresAt: nullableText,
  resold: boolean,
  defaultCallerId: nullableText,
  callerIdType: text,
  lowBalanceLevel: nullableText,
  apiKey: text,
  limitReachedAt: nullableText,
  limitLiftedUntil: nullableText,
  createdAt: text,
  updatedAt: text,
});

export const transactionSchema = object({
  id: text,
  userId: text,
  type: text,
  amount: text,
  description: text,
  status: text,
  balanceChange: text,
  balanceAfter: nullableText,
  cryptocurrency: nullableText,
  cryptoAmount: nullableText,
  walletAddress: nullableText,
  quoteId: nullableText,
  receivedAmount: nullableText,
  receivedCryptoAmount: nullableText,
  transactionHash: nullableText,
  outputIndex: { type: ['integer', 'null'] },
  receiptImageUrl: nullableText,
  explorerUrl: nullableText,
  settlesTransactionId: nullableText,
  refundsTransactionId: nullableText,
  counterpartTransactionId: nullableText,
  resellerPackage: nullableText,
  voicePackageId: nullableText,
  reason: nullableText,
  createdAt: text,
  settledAt: nullableText,
});

export const messageSchema = object({
  id: text,
  userId: text,
  senderId: text,
  recipients: { type: 'array', items: text },
  message: text,
  parts: integer,
  status: text,
  cost: text,
  actualCost: text,
  provider: nullableText,
  sentAt: text,
  sendAt: nullableText,
  recipientCount: integer,
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
