/** A mutant that no test notices, and why that is so. */
export interface Living {
  /** Its file and what is changed, for readers. */
  what: string;
  why: string;
  /** Whether nothing could notice it, because the program does the same with it. */
  equal?: boolean;
}

/** The mutants of the sample that live, by their ids. One that lives and is not here fails the run. */
export const ALIVE: Readonly<Record<string, Living>> = {
  '0b87fb1f3d': {
    what: 'sending/write-personal-texts: the pause between batches of texts is taken away',
    why: 'it only lets other requests go first while thousands of texts are written',
    equal: true,
  },
  f57102e10d: {
    what: 'ledger/quote-call: every problem, and not only a closed number, is "nothing left"',
    why: 'the other one is an account that is gone, which was looked up a moment before in the same transaction',
  },
  '8a52c5cc16': {
    what: 'delivery/dispatcher: a run of a large message ends before its answers are stored',
    why: 'the writer stores them milliseconds later by itself, and a process that stops waits for it',
  },
  d051a4f833: {
    what: 'payments/submit: a credit purchase counts as one in coins only where it names a coin, a hash or a quote',
    why: 'without any of them it is refused a moment later; only which refusal comes first is another one',
  },
  a56c13fb8a: {
    what: 'delivery/claim: a claim that is over in this very millisecond still takes a place at its carrier',
    why: 'one millisecond later it does not',
  },
};
