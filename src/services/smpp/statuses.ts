import { Problem } from '../../platform/kit/errors.ts';

/** The `command_status` of our answers: SMPP 3.4, section 5.1.3; those from 0x400 are ours, as the specification lets us. */
export const STATUS = {
  ok: 0x00,
  tooLong: 0x01,
  badCommand: 0x03,
  badBindState: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  badSource: 0x0a,
  badDestination: 0x0b,
  bindFailed: 0x0d,
  badPassword: 0x0e,
  cannotCancel: 0x11,
  submitFailed: 0x45,
  throttled: 0x58,
  badSchedule: 0x61,
  badExpiry: 0x62,
  queryFailed: 0x67,
  noCredit: 0x400,
  spendLimit: 0x401,
  optedOut: 0x402,
  closedDestination: 0x403,
} as const;

const BY_CODE: Readonly<Record<string, number>> = {
  insufficient_credits: STATUS.noCredit,
  spend_limit_reached: STATUS.spendLimit,
  recipient_opted_out: STATUS.optedOut,
  destination_closed: STATUS.closedDestination,
  destination_not_sold: STATUS.badDestination,
  fixed_line: STATUS.badDestination,
  sender_not_allowed: STATUS.badSource,
  rate_limited: STATUS.throttled,
};

const BY_FIELD: readonly (readonly [field: string, status: number])[] = [
  ['recipients', STATUS.badDestination],
  ['senderId', STATUS.badSource],
  ['message', STATUS.tooLong],
  ['sendAt', STATUS.badSchedule],
  ['validityMinutes', STATUS.badExpiry],
];

/** The status that tells a gateway why a message was not taken. What is no refusal of ours is a fault of ours: it tries again. */
export function statusOf(error: unknown): number {
  if (!(error instanceof Problem)) return STATUS.systemError;
  const known = BY_CODE[error.reason];
  if (known !== undefined) return known;
  const [wrong] = error.fields ?? [];
  const [, byField] = BY_FIELD.find(([field]) => wrong?.path.startsWith(field)) ?? [];
  return byField ?? STATUS.submitFailed;
}
