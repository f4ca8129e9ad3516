/** Why a payment was closed without an administrator's words; the ledger keeps the English text. */
export const CLOSING_SENTENCES = {
  paidAnother: 'What arrived with this transaction was verified for another payment',
  notVerifiedInTime: 'It could not be verified within {count} days',
} as const;
