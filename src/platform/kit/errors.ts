import english from '../../../web/locales/en/app.json';
import { type Sentence, type SentenceValues, write } from './faults.ts';

/**
 * The closed list of errors the API can answer with (RFC 9457 problem details). Programs branch on the code; the title
 * names the kind of error; `detail`, given where the error is raised, is the sentence that a person reads.
 */
export const ERROR_CATALOGUE = {
  malformed_json: { status: 400, title: 'Malformed JSON' },
  malformed_request: { status: 400, title: 'Malformed request' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  invalid_credentials: { status: 401, title: 'Invalid credentials' },
  second_factor_required: { status: 401, title: 'Second factor required' },
  invalid_code: { status: 401, title: 'Invalid code' },
  insufficient_credits: { status: 402, title: 'Insufficient credits' },
  forbidden: { status: 403, title: 'Forbidden' },
  account_suspended: { status: 403, title: 'Account suspended' },
  step_up_required: { status: 403, title: 'Confirmation needed' },
  second_factor_needed: { status: 403, title: 'Second factor needed' },
  spend_limit_reached: { status: 403, title: 'Spend limit reached' },
  destination_closed: { status: 403, title: 'Destination closed' },
  destination_not_sold: { status: 403, title: 'Destination not sold' },
  fixed_line: { status: 422, title: 'Fixed line' },
  recipient_opted_out: { status: 403, title: 'Recipient opted out' },
  sender_not_allowed: { status: 403, title: 'Sender not allowed' },
  too_many_calls: { status: 409, title: 'Too many calls at once' },
  bad_origin: { status: 403, title: 'Bad origin' },
  bad_signature: { status: 403, title: 'Bad signature' },
  not_found: { status: 404, title: 'Not found' },
  email_taken: { status: 409, title: 'Email address taken' },
  number_taken: { status: 409, title: 'Number taken' },
  price_changed: { status: 409, title: 'Price changed' },
  prices_rise: { status: 409, title: 'Prices would rise' },
  already_processed: { status: 409, title: 'Already processed' },
  duplicate_transaction_hash: { status: 409, title: 'Duplicate transaction hash' },
  already_subscribed: { status: 409, title: 'Already subscribed' },
  provider_unhealthy: { status: 409, title: 'Provider unhealthy' },
  provider_active: { status: 409, title: 'Provider already active' },
  idempotency_in_progress: { status: 409, title: 'Request in progress' },
  approval_needed: { status: 409, title: 'Second administrator needed' },
  simulated_only: { status: 409, title: 'Only simulated carriers' },
  not_allowed_now: { status: 409, title: 'Not allowed now' },
  upload_used: { status: 409, title: 'Upload link already used' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Validation failed' },
  wrong_password: { status: 422, title: 'Wrong password' },
  invalid_link: { status: 422, title: 'Invalid link' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  provider_failed: { status: 502, title: 'Provider failed' },
  unavailable: { status: 503, title: 'Unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export type SentenceCode = keyof typeof english.sentences;

/**
 * Makes the sentence in which the server refuses: its English text is the one that the browser shows, which translates it by
 * its code. A rule in `tests/rules` compares the values of each call with the placeholders of its text.
 */
export const sentence = <Code extends SentenceCode>(code: Code, values?: SentenceValues): Sentence & { code: Code } =>
  write(code, english.sentences[code], values);

/** One field of a request that was refused. `path` is dotted, e.g. `recipients.3`; empty for the whole body. */
export interface FieldError {
  path: string;
  message: string;
  /** The code and the values of the message, for a client that shows it in another language. */
  sentence: NamedSentence;
}

/** A sentence without its English text. */
export type NamedSentence = Pick<Sentence, 'code' | 'values'>;

/** The error of one field, with a sentence that has a code. */
export const fieldError = (path: string, { code, values, text }: Sentence): FieldError => ({
  path,
  message: text,
  sentence: { code, values },
});

/** The body that is sent as `application/problem+json`. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  /** The code and the values of `detail`; absent for errors that only programs see. */
  sentence?: NamedSentence;
  errors?: FieldError[];
  /** With `second_factor_required` and `step_up_required`: what the second factor can be. */
  methods?: SecondFactorMethod[];
  /** With `price_changed`: the current price, in pounds. */
  price?: string;
  /** With `prices_rise`: what would rise, as the contract of resellers' prices has it. */
  raise?: unknown;
}

/** The ways to prove who one is besides the password. */
export const SECOND_FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

/** Errors that no screen causes, or that a screen explains in its own words: their text needs no code. */
type ForPrograms =
  | `malformed_${string}`
  | `bad_${string}`
  | `idempotency_${string}`
  | 'unsupported_media_type'
  | 'payload_too_large'
  | 'not_found'
  | 'forbidden'
  | 'not_signed_in'
  | `second_factor_${string}`
  | 'step_up_required'
  | 'prices_rise'
  | 'provider_failed';

/** The text of an error. A text that a person may see has a code, by which it is translated. */
type Words<Reason extends ErrorCode> = [Reason] extends [ForPrograms] ? Sentence | string : Sentence;

/**
 * The one error class of the domain. The code lives in `reason`: Elysia's
 * `onError` loses an error's registered name when it has a field `code`.
 */
export class Problem<Reason extends ErrorCode = ErrorCode> extends Error {
  readonly reason: ErrorCode;
  readonly sentence: NamedSentence | undefined;
  readonly fields: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly methods: SecondFactorMethod[] | undefined;
  readonly price: string | undefined;
  readonly raise: unknown;
  /** The account that made the request, where it is known: for the log, never part of an answer. */
  account: string | null = null;

  constructor(
    reason: Reason,
    words: Words<Reason>,
    more: { headers?: Record<string, string>; fields?: FieldError[] } & Pick<
      ProblemBody,
      'methods' | 'price' | 'raise'
    > = {},
  ) {
    super(typeof words === 'string' ? words : words.text);
    this.name = 'Problem';
    this.reason = reason;
    this.sentence = typeof words === 'string' ? undefined : { code: words.code, values: words.values };
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.methods = more.methods;
    this.price = more.price;
    this.raise = more.raise;
  }

  get status(): number {
    return ERROR_CATALOGUE[this.reason].status;
  }

  toBody(): ProblemBody {
    const { status, title } = ERROR_CATALOGUE[this.reason];
    return {
      // A relative reference with its whole path: the same on each host, and no name of ours on a brand's.
      type: `/api/docs#${this.reason}`,
      title,
      status,
      detail: this.message,
      code: this.reason,
      ...(this.sentence ? { sentence: this.sentence } : {}),
      ...(this.fields ? { errors: this.fields } : {}),
      ...(this.methods ? { methods: this.methods } : {}),
      ...(this.price ? { price: this.price } : {}),
      ...(this.raise ? { raise: this.raise } : {}),
    };
  }
}

/** Notes which account's request failed. @returns the error, to be thrown on */
export function ofAccount(error: unknown, accountId: string): unknown {
  if (error instanceof Problem) error.account ??= accountId;
  return error;
}

/** A 422 that names one field; the form shows `message` beside that field. */
export function invalidField(path: string, sentence: Sentence): Problem {
  return new Problem('validation_failed', sentence, { fields: [fieldError(path, sentence)] });
}

export const notFound = (what: string): Problem => new Problem('not_found', `${what} not found`);

/** For a `catch`: the refusal that an error is. @param reasons the ones that are meant; none: all. @throws any other error */
export const asRefusal =
  (...reasons: readonly ErrorCode[]) =>
  (error: unknown): Problem => {
    if (error instanceof Problem && (reasons.length === 0 || reasons.includes(error.reason))) return error;
    throw error;
  };
