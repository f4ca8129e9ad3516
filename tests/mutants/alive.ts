/** A mutant that no test notices, and why that is so. */
export interface Living {
  /** Its file and what is changed, for readers. */
  what: string;
  why: string;
  /** Nothing could notice it, because the program does the same with it. */
  equal?: boolean;
}

/** The mutants of the sample that live, by their ids. One that lives and is not here fails the run. */
export const ALIVE: Readonly<Record<string, Living>> = {
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
  '3c4db7ceaf': {
    what: 'orders/list-orders: any account will do for the test that there is one',
    why: 'an account that does not exist was refused before: who may ask is decided first',
    equal: true,
  },
  '16477955d4': {
    what: 'delivery/dispatcher: a run of a large message goes on for longer',
    why: 'the next run would take the same recipients',
  },
  ba1b4813d0: {
    what: 'delivery/outcome-writer: a server that stops does not try again to store answers',
    why: 'their claims end, and then the carrier is asked',
  },
  f813eb2d1a: {
    what: 'passkeys/add-passkey: certificates are looked for in the wrong form of a proof',
    why: 'no test adds a passkey with the proof "packed"',
  },
  '31f140e87a': {
    what: 'events/bus: it reads again without end, and not when asked to',
    why: 'it is as quick, and only costs work',
  },
  cda47eeedb: {
    what: 'sessions/sessions: a session is renewed at every request',
    why: 'the guards ask for it only once an hour has passed; of several requests at once each writes the same then',
    equal: true,
  },
  '913928a562': {
    what: 'events/kind: a kind that says nothing of webhooks is told to all of them',
    why: 'a webhook cannot ask for such a kind: its contract names those that it may',
    equal: true,
  },
  '40ad134686': {
    what: 'events/replay: an event of exactly the last moment kept is left out',
    why: 'one millisecond later it would be gone',
  },
  c0aa0e419f: {
    what: 'found/take-found: a payment that was decided on is answered as one that waits',
    why: 'the row was read and locked with this same condition, in this transaction',
    equal: true,
  },
  '923fe39143': {
    what: 'events/bus: an administrator’s stream that was closed stays in a list',
    why: 'nothing is written to a closed stream; it takes memory',
  },
  '897b2e858f': {
    what: 'events/transact: readers are woken where there is nothing, and not where there is',
    why: 'they look by themselves every two seconds',
  },
  '94fbc122bd': {
    what: 'events/bus: readers wait less before they read again',
    why: 'it only gathers fewer commits in a read',
  },
};
