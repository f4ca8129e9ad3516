import type { Fault } from './fault.ts';

/** How payments are found at our addresses: each once, none missed, and none that went away. */
export const WALLETS: readonly Fault[] = [
  {
    name: 'blocks that were replaced are not read again',
    file: 'src/money/chain/ethereum-wallet.ts',
    find: 'now?.hash === before.hash',
    put: 'now !== undefined',
    tests: ['chain/wallets'],
  },
  {
    name: 'a transfer that goes away is not noticed',
    file: 'src/money/wallets/look-at-wallet.ts',
    find: 'await lookAgain(deps, watched, { all: coversOthers(deps, row) });',
    put: '',
    tests: ['chain/wallets'],
  },
  {
    name: 'a look moves on before it has taken in what it listed',
    file: 'src/money/wallets/look-at-wallet.ts',
    find: `await takeIn(deps, watched, listing.seen);
      await moveOn(deps, row, listing);`,
    put: `await moveOn(deps, row, listing);
      await takeIn(deps, watched, listing.seen);`,
    tests: ['chain/wallets-killed'],
  },
  {
    name: 'an address is given to another customer once its quote has ended',
    file: 'src/money/addresses/hand-out.ts',
    find: 'where o.user_id = ${userId} and o.key_id = ${id}',
    put: 'where o.key_id = ${id}',
    tests: ['api/payments/own-addresses'],
  },
  {
    name: 'those who ask at once get one address',
    file: 'src/money/addresses/hand-out.ts',
    find: 'select coalesce(max(index), 0) + 1 as index from own_addresses where key_id = ${keyId}`);',
    put: 'select 1 as index`);',
    tests: ['api/payments/own-addresses'],
  },
  {
    name: 'a new address is looked at only from now on',
    file: 'src/money/chain/esplora-wallet.ts',
    find: 'before || !isNew ?',
    put: 'true ?',
    tests: ['chain/own-addresses'],
  },
  {
    name: 'another amount at an own address belongs to nobody',
    file: 'src/money/payments/found/pay-quote.ts',
    find: 'eq(quotes.ownAddress, true), isUnpaid',
    put: 'eq(quotes.ownAddress, false), isUnpaid',
    tests: ['chain/own-addresses'],
  },
  {
    name: 'one endpoint is enough for a payment without a person',
    file: 'src/money/automatic/verify-alone.ts',
    find: 'const ENDPOINTS = 2;',
    put: 'const ENDPOINTS = 1;',
    tests: ['chain/automatic'],
  },
  {
    name: 'the day’s sum of payments without a person is not held',
    file: 'src/money/automatic/verify-alone.ts',
    find: 'add(parseMoney(known.sum), settled.amount) > parseMoney(automatic.dailyGbp)',
    put: 'settled.amount > parseMoney(automatic.dailyGbp)',
    tests: ['chain/automatic'],
  },
  {
    name: 'a late payment needs no person',
    file: 'src/money/payments/review/verify.ts',
    find: 'if (await findLatePayment(tx.db, config, ofHash)) return null;',
    put: '',
    tests: ['chain/automatic'],
  },
  {
    name: 'a block of the screening service needs no second administrator',
    file: 'src/money/payments/review/approve.ts',
    find: "return said?.verdict === 'blocked';",
    put: 'return said === undefined;',
    tests: ['chain/screening'],
  },
  {
    name: 'without a person, what is not screened is verified',
    file: 'src/money/payments/review/verify.ts',
    find: "(await screenedAs(tx, pending, decision)) !== 'clear'",
    put: "(await screenedAs(tx, pending, decision)) === 'blocked'",
    tests: ['chain/screening'],
  },
  {
    name: 'two processes look at the wallets at once',
    file: 'src/money/wallets/watch.ts',
    find: 'if (!lock?.held) return;',
    put: '',
    tests: ['chain/wallets'],
  },
  {
    name: 'what was found already cannot be submitted',
    file: 'src/money/payments/submit.ts',
    find: 'if (found) return found;',
    put: '',
    tests: ['chain/wallets'],
  },
  {
    name: 'a dismissed transfer can be attached',
    file: 'src/money/wallets/attach-transfer.ts',
    find: 'if (!free) throw alreadyProcessed();',
    put: '',
    tests: ['chain/wallets'],
  },
];
