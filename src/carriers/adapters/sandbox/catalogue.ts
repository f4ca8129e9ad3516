/**
 * What the simulated carriers make of a destination, by its last digits, so that every end can be tried at
 * will. All other numbers take messages and answer calls.
 */
export const SANDBOX_ENDINGS = {
  /** Messages and calls are refused. */
  refused: '0000',
  /** A message is never reported on. */
  unreported: '0001',
  /** A call is not answered. */
  noAnswer: '0001',
  busy: '0002',
  failed: '0003',
  /** A call that nobody hangs up: it is cut at its limit. */
  endless: '0004',
  /** A call whose end is never reported: it has to be asked for. */
  silent: '0005',
} as const;

/** What the simulated carriers ask of who buys a number, so that papers can be tried. */
export const SANDBOX_PAPERS = {
  /** The one country that asks for papers: Norway. */
  country: 'NO',
  /** Papers that are told this word are rejected; all others are accepted. */
  refusedWord: 'refuse',
  reason: 'The name is not the one on the document.',
  reviewSeconds: 5,
} as const;
