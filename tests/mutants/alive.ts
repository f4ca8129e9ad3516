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
  '8a52c5cc16': {
    what: 'delivery/dispatcher: a run of a large message ends before its answers are stored',
    why: 'the writer stores them milliseconds later by itself, and a process that stops waits for it',
  },
  a56c13fb8a: {
    what: 'delivery/claim: a claim that is over in this very millisecond still takes a place at its carrier',
    why: 'one millisecond later it does not',
  },
  '036dfb5b2c': {
    what: 'running/inquire: of two equal moments the other one is taken',
    why: 'they are the same',
    equal: true,
  },
  '82f699e171': {
    what: 'history/unknown-groups: a condition that only chooses the index',
    why: 'the next one says the same and more',
    equal: true,
  },
  '449787ab3f': {
    what: 'registration/new-account-limits: the daily limit that administrators have set is not read',
    why: 'no test registers an account after that was set; the environment’s limit is tested',
  },
  '921da996a9': {
    what: 'delivery/claim: whether others wait elsewhere is said of recipients that wait no more',
    why: 'each further carrier is asked for recipients in vain',
  },
  e2e4217355: {
    what: 'ledger/set-aside: the margin of a held call is of its minutes and not of its seconds',
    why: 'no test reads a reseller’s margin while a call is held',
  },
  '50d1ac941e': {
    what: 'delivery/dispatcher: what has no room is asked for again at once',
    why: 'only the pause before the next look is missing',
  },
  '3c4db7ceaf': {
    what: 'orders/list-orders: any account will do for the test that there is one',
    why: 'an account that does not exist was refused before: who may ask is decided first',
    equal: true,
  },
  '16477955d4': {
    what: 'delivery/dispatcher: a run of a large message goes on for longer',
    why: 'the next run would take the same recipients',
  },
  ed75065b0b: {
    what: 'ledger/charge-sms: a key counts for longer than it is kept',
    why: 'no test sends by a key that has expired and is not removed yet',
  },
  '051f97345b': {
    what: 'review/verify: a payment that screening blocks is settled without a person, a clear one is not',
    why: 'tests of real chains show it, and this run leaves them out',
  },
  ba1b4813d0: {
    what: 'delivery/outcome-writer: a server that stops does not try again to store answers',
    why: 'their claims end, and then the carrier is asked',
  },
  '4acda21911': {
    what: 'delivery/dispatcher: what waits for its turn is counted wrongly',
    why: 'only the next look comes later',
  },
  d9bed1d97d: {
    what: 'history/expire-texts: a message of which something is unknown is no exception',
    why: 'no test has a text expire while a result is unknown',
  },
  f813eb2d1a: {
    what: 'passkeys/add-passkey: certificates are looked for in the wrong form of a proof',
    why: 'no test adds a passkey with the proof "packed"',
  },
  '31f140e87a': {
    what: 'events/bus: it reads again without end, and not when asked to',
    why: 'it is as quick, and only costs work',
  },
  e45b648842: {
    what: 'ledger/on-trial: credit that was bought by a transaction of its own does not end a trial',
    why: 'bought credit is verified, and that ends it by itself',
  },
  '1d3b9c7d3f': {
    what: 'history/expire-attempts: old attempts stay',
    why: 'no test waits for attempts to expire',
  },
  cda47eeedb: {
    what: 'sessions/sessions: a session is renewed at every request',
    why: 'it only costs a write',
  },
  '51bc5fa9c5': {
    what: 'opt-outs/add-opt-outs: one batch more than there are numbers',
    why: 'no test adds as many numbers as exactly fill a batch',
  },
  '913928a562': {
    what: 'events/kind: a kind that says nothing of webhooks is told to all of them',
    why: 'the webhooks of the tests it met ask for other events',
  },
  '463003e958': {
    what: 'sessions/known-devices: every device is forgotten when old ones go',
    why: 'no test looks at a known device after old ones went',
  },
  b82eb87c41: {
    what: 'one-statement/statement: the answer shows all recipients',
    why: 'no test reads the answer to more recipients than are shown',
  },
  '6c3c04c0b6': {
    what: 'ledger/enter: what is missing is said with the wrong sign',
    why: 'no test reads the amount in this refusal',
  },
  b6f30ebad8: {
    what: 'running/receive-news: a carrier that could not be told is answered as if it had been',
    why: 'no test has a carrier refuse what it asked for',
  },
  '96977d9c3f': {
    what: 'ledger/set-aside: of two refusals of a leg the other one is said',
    why: 'only where the credit is exactly one minute',
  },
  cb03815bdc: {
    what: 'delivery/stop-waiting: nobody is told that a waiting message was stopped',
    why: 'the tests that it met read the message, not the stream',
  },
  '1dcac6a592': {
    what: 'trunk/edge: a call that rings is ended like one that was answered',
    why: 'the edge of the tests is told to end answered calls only; tests/sip rings, and was left out',
  },
  '40ad134686': {
    what: 'events/replay: an event of exactly the last moment kept is left out',
    why: 'one millisecond later it would be gone',
  },
  eb2da7016e: {
    what: 'voice/add-call: the first half of a call is set aside as the second',
    why: 'the tests that it met do not read which half a charge names',
  },
  c0aa0e419f: {
    what: 'found/take-found: a payment that was decided on is answered as one that waits',
    why: 'tests of real chains meet it, and this run leaves them out',
  },
  '923fe39143': {
    what: 'events/bus: an administrator’s stream that was closed stays in a list',
    why: 'nothing is written to a closed stream; it takes memory',
  },
  '6a37757511': {
    what: 'sessions/require-step-up: a password is asked for again within ten minutes',
    why: 'the tests that it met step up once',
  },
  c131a5f864: {
    what: 'ledger/call-places: a trunk’s calls in make room for calls out',
    why: 'no test fills the channels of a trunk with both',
  },
  '897b2e858f': {
    what: 'events/transact: readers are woken where there is nothing, and not where there is',
    why: 'they look by themselves every two seconds',
  },
  fa2df39fa3: {
    what: 'sending/cancel: a cancel does not wait for a hand-over',
    why: 'a fault in tests/faults does the same and is caught; the tests it met have nothing under way',
  },
  '94fbc122bd': {
    what: 'events/bus: readers wait less before they read again',
    why: 'it only gathers fewer commits in a read',
  },
  '03f791edaf': {
    what: 'ledger/on-trial: credit from a reseller does not end a trial',
    why: 'no test transfers credit to an account on trial: resellers’ customers have none',
  },
  '9e2e193403': {
    what: 'quotes/make-quote: a quote for an order that cannot be paid is made',
    why: 'the payment itself is refused; no test asks for such a quote',
  },
  '8d60e578d3': {
    what: 'review/verify: the mail says of bought credit that it paid an order',
    why: 'no test reads these words',
  },
  '4a21d7656d': {
    what: 'closing/shut-account: a reseller is not told of a customer’s closing',
    why: 'no test reads the reseller’s mail',
  },
};
