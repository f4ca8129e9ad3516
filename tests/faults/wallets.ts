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
    find: 'await lookAgain(deps, wallet);',
    put: '',
    tests: ['chain/wallets'],
  },
  {
    name: 'a look moves on before it has taken in what it listed',
    file: 'src/money/wallets/look-at-wallet.ts',
    find: `await takeIn(deps, wallet, listing.hashes);
      await moveOn(deps, row, listing);`,
    put: `await moveOn(deps, row, listing);
      await takeIn(deps, wallet, listing.hashes);`,
    tests: ['chain/wallets-killed'],
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
