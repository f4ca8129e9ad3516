/**
 * How the simulated carriers treat a destination, by its last digits, so that every result can be tried. All
 * other numbers accept messages and answer calls.
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
  /** A call whose end is never reported: the program has to ask. */
  silent: '0005',
} as const;

/**
 * Countries whose simulated numbers carry calls and no messages, as landlines of some countries do at real
 * carriers: Brazil and Japan.
 */
export const SANDBOX_CALLS_ONLY: readonly string[] = ['BR', 'JP'];

/** The papers that the simulated carriers ask for, so that papers can be tried. */
export const SANDBOX_PAPERS = {
  /** The one country that asks for papers: Norway. */
  country: 'NO',
  /** Papers with this word are rejected; all others are accepted. */
  refusedWord: 'refuse',
  reason: 'The name is not the one on the document.',
  reviewSeconds: 5,
} as const;
