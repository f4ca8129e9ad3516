/** The errors of a field that the contract can name, in English; the browser translates each by its code. */
export const FAULTS = {
  invalidEmail: 'Invalid email address',
  passwordShort: 'Password must be at least {limit} characters',
  passwordLong: 'Password must be at most {limit} characters',
  nameShort: 'Full name must be at least {limit} characters',
  tooLong: 'At most {limit} characters',
  characters: 'Contains characters that are not allowed',
  credentials: 'Invalid email or password',
  emailTaken: 'This email address already has an account',
  tooManyAttempts: 'Too many attempts. Please try again later.',
  tooManyRequests: 'Too many requests. Please slow down and try again.',
  termsMissing: 'Please read and accept the present terms',
  codeMissing: 'Please enter the code',
  codeWrong: 'This code is wrong or has been used',
  passwordWrong: 'The current password is wrong',
  amountForm: 'Amount must be a positive number of pounds with at most {limit} decimals',
  amountZero: 'Amount must be more than zero',
  belowMinimum: 'The minimum amount is {limit}',
  coinMissing: 'Please select cryptocurrency and amount',
  addressMissing: 'Please enter the address that you paid from',
  signatureMissing: 'Please enter the signature',
  hashMissing: 'Please enter a transaction hash',
  hashTaken: 'This transaction hash has already been used for another payment',
  alreadyProcessed: 'This payment has already been processed',
  fillAll: 'Please fill in all fields',
  senderId:
    'Sender ID must be a name of up to {letters} letters, digits or spaces with at least one letter, or a phone number of up to {digits} digits',
  countryCode: 'The number has no country code; write it like {example}',
  countryLetters: 'Write the country as a code, like {example}',
  notNumber: 'This is not a phone number',
  timePast: 'Choose a time in the future',
  timeMissing: 'Choose a date and a time',
  nameMissing: 'Please give it a name',
  keyName: 'Please name this key',
  passkeyName: 'Please name this passkey',
  reasonMissing: 'Please give a reason',
  scopeMissing: 'Choose at least one scope',
  eventMissing: 'Choose at least one event',
  numberTaken: 'This number is no longer available. Please choose another one.',
  unavailable: 'The service is not available right now. Please try again.',
  internal: 'Something went wrong on our side',
  suspended: 'This account is suspended',
  priceChanged: 'The price of this order is now {limit}',
  messagePriceChanged: 'This message now costs {limit}. Send it again if you agree',
  callPriceChanged: 'A minute of this call now costs {limit}. Place it again if you agree',
  numberPriceChanged: 'A month of this number now costs {limit}. Confirm it again if you agree',
  atMostPounds: 'At most {limit}',
  dayOrder: 'The last day must not be before the first',
  statementLong: 'A statement covers at most {count} days',
  enterPassword: 'Please enter your password',
  percentWhole: 'Percent must be a whole number',
  percentLeast: 'Percent must be at least {limit}',
  percentMost: 'Percent must be at most {limit}',
  wholeAddress: 'Enter a whole address, like {example}',
  limitForm: 'A limit must be a number of pounds with at most {limit} decimals',
  callsAtOnce: 'Calls at a time must be a whole number from {least} to {most}',
  poundsBetween: 'Enter pounds from {least} to {most} with at most {limit} decimals',
  percentBetween: 'Enter a percentage from {least} to {most} with at most {limit} decimals',
  wholeBetween: 'Enter a whole number from {least} to {most}',
  onOrOff: 'Choose on or off',
  wordsForm: 'Write words and links, such as {example}, each with at least {least} characters, at most {most} in all',
  sendersForm: 'Write names and numbers that messages come from, such as {example}, at most {most} in all',
  plansForm: 'Write each line as a beginning of numbers and its providers, such as {example}, at most {most} lines',
  destinationsForm:
    'Write calling codes or longer beginnings of numbers, such as {example}, of at most {limit} digits each and at most {most} in all',
  bannerForm: 'Enter a text of at most {limit} characters, and an end after the start',
  shortName: 'The name must be at least {limit} characters',
  colourForm: 'A colour is written {example}',
  hostForm: 'A host name looks like {example}',
  timeOfDay: 'Enter a time as hours and minutes, like {example}',
  timeZone: 'This time zone does not exist',
  fullNumber: 'Enter a number with its country code, like {example}',
  fileSize: 'File must be smaller than {size}',
  poundsForm: 'Amount must be a number of pounds',
  poundsDecimals: 'Amount must be a number of pounds with at most {limit} decimals',
  amountNotZero: 'Amount must not be zero',
  coinAmount: 'Please enter an amount of the coin, e.g. {example}',
  otherDestinations: 'Set a price or a percentage for all other destinations, too',
  listPounds: 'What we sell at is in pounds',
  listCarrier: 'Only a provider price list needs a provider',
  dateForm: 'Not a date',
  fieldsMost: 'At most {count} fields',
  listNoXlsx: 'This is not an XLSX file that can be read. Save it again, or as CSV',
  bitcoinHash: 'A Bitcoin transaction hash has 64 characters, 0–9 and a–f',
  tronHash: 'A TRON transaction hash has 64 characters, 0–9 and a–f',
  ethereumHash: 'An Ethereum transaction hash is 0x followed by 64 characters, 0–9 and a–f',
  solanaHash: 'A Solana transaction signature is the base58 text of 64 bytes, 87 or 88 characters as a rule',
  recipientMissing: 'Please enter at least one recipient',
  recipientsMost: 'At most {count} recipients',
  numberMissing: 'Please select a country and number',
  trunkHost: 'Enter a name like {name}, or a public address like {address}',
  trunkNetwork:
    'Enter a public address like {example}, or a small network like {network} (IPv4 from {four}, IPv6 from {six})',
  networksMost: 'At most {count} addresses',
  digitsOnly: 'At most {limit} digits, and nothing else',
  notUnderstood: 'This entry is not valid',
} as const;

/** A number with its country code, as an example in texts. */
export const EXAMPLE_NUMBER = '+447911123456';

export type FaultCode = keyof typeof FAULTS;

/** The values in a sentence. Money is written `£12.50`; a country is its code of two letters. */
export type SentenceValues = Record<string, string | number>;

/** A sentence that a person may read: its code, its values, and its English text. */
export interface Sentence {
  code: string;
  values: SentenceValues;
  text: string;
}

/** A code of the ledger's words or of a sentence, with its values, of which one may quote another wording. */
export interface Wording {
  code: string;
  values: { [name: string]: string | number | Wording };
}

/** The values, with what they quote in words. */
export const plainValues = (values: Wording['values'], inWords: (quoted: Wording) => string): SentenceValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? inWords(value) : value]),
  );

/** The names of the placeholders of a text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that a text needs: none, or one for each placeholder. */
type ValuesOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Record<NamesIn<Text>, string | number>];

/** Makes the sentence of a field's error: see `FAULTS`. */
export const fault = <Code extends FaultCode>(code: Code, ...values: ValuesOf<(typeof FAULTS)[Code]>): Sentence =>
  write(code, FAULTS[code], values[0]);

const ofSchemas = new Map<string, Sentence>();

/**
 * The sentence of a field's error as a schema's message, which can only be text; `sentenceOf` finds the code
 * again. Only for schemas, which are made once: each text is kept in memory.
 */
export const faultText = <Code extends FaultCode>(code: Code, ...values: ValuesOf<(typeof FAULTS)[Code]>): string =>
  asMessage(fault(code, ...values));

/** Does the same as `faultText`, for a sentence that is already made. */
export function asMessage(sentence: Sentence): string {
  ofSchemas.set(sentence.text, sentence);
  return sentence.text;
}

/** Finds the sentence of a schema's message; undefined where the message is zod's own. */
export const sentenceOf = (text: string): Sentence | undefined => ofSchemas.get(text);

/** A text of the interface; where it depends on `{count}`, its plural forms. */
export type EnglishText = string | { one?: string; other: string };

/** Writes a sentence in English. */
export function write<Code extends string>(
  code: Code,
  text: EnglishText,
  values: SentenceValues = {},
): Sentence & { code: Code } {
  const form = typeof text === 'string' ? text : ((values.count === 1 ? text.one : undefined) ?? text.other);
  return {
    code,
    values,
    text: form.replace(/\{(\w+)\}/g, (_, name: string) => inEnglish(name, values[name])),
  };
}

function inEnglish(name: string, value: string | number = ''): string {
  if (typeof value === 'number') return value.toLocaleString('en-GB');
  if (name !== 'country' || !/^[A-Z]{2}$/.test(value)) return value;
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(value) ?? value;
}
