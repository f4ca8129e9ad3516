import type { AccountNumber } from '../../../db/enums.ts';

/** The kinds of accounts; an asset and an expense have their balance in debit, the others in credit. */
export const ACCOUNT_CLASSES = ['asset', 'liability', 'income', 'expense'] as const;
export type AccountClass = (typeof ACCOUNT_CLASSES)[number];

/** The accounts of the books by number; `docs/accounts.md` says what is booked on each. The names of exports are in English. */
export const CHART = {
  '1010': { name: 'Coins: Bitcoin', is: 'asset' },
  '1020': { name: 'Coins: USDT on TRON', is: 'asset' },
  '1030': { name: 'Coins: USDT on Ethereum', is: 'asset' },
  '1040': { name: 'Coins: Ether', is: 'asset' },
  '1050': { name: 'Coins: Solana', is: 'asset' },
  '1090': { name: 'Payments in no known coin', is: 'asset' },
  '1200': { name: 'Owed by customers', is: 'asset' },
  '1300': { name: 'Prepaid at carriers, less what they charged', is: 'asset' },
  '2000': { name: 'Credit of customers', is: 'liability' },
  '2100': { name: 'Margins owed to resellers', is: 'liability' },
  '2200': { name: 'Deferred income', is: 'liability' },
  '2300': { name: 'VAT due', is: 'liability' },
  '2400': { name: 'Transfers between customers', is: 'liability' },
  '4000': { name: 'Revenue: messages', is: 'income' },
  '4100': { name: 'Revenue: calls', is: 'income' },
  '4200': { name: 'Revenue: numbers', is: 'income' },
  '4300': { name: 'Revenue: SIP trunks', is: 'income' },
  '4400': { name: 'Revenue: reseller packages', is: 'income' },
  '4500': { name: 'Revenue: other', is: 'income' },
  '4800': { name: 'VAT within revenue', is: 'income' },
  '4900': { name: 'Forfeited credit', is: 'income' },
  '5000': { name: 'Cost of carriers', is: 'expense' },
  '5100': { name: 'Margins of resellers', is: 'expense' },
  '5200': { name: 'Trial credit', is: 'expense' },
  '5300': { name: 'Goodwill', is: 'expense' },
  '5400': { name: 'Corrections', is: 'expense' },
  '5500': { name: 'Exchange differences', is: 'expense' },
  '5600': { name: 'Dust and network fees', is: 'expense' },
} as const satisfies Record<AccountNumber, { name: string; is: AccountClass }>;
