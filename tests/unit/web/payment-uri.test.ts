import { COINS, type CoinId } from '../../../src/money/payments/catalogue.ts';
import { paymentUri } from '../../../src/shared/payment-uri.ts';

function payee(id: CoinId) {
  const coin = COINS.find((known) => known.id === id);
  if (!coin) throw new Error(id);
  return { ...coin, walletAddress: `wallet-${id}` };
}

test.each<[CoinId, string, string]>([
  ['BTC', '0.00090000', 'bitcoin:wallet-BTC?amount=0.0009'],
  ['ETH', '2.01400000', 'ethereum:wallet-ETH@1?value=2014000000000000000'],
  [
    'USDT_ERC20',
    '127.00000000',
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=wallet-USDT_ERC20&uint256=127000000',
  ],
  ['SOL', '0.50000000', 'solana:wallet-SOL?amount=0.5&label=Top%20line'],
  ['USDT_TRC20', '127.00000000', 'wallet-USDT_TRC20'],
])('%s', (id, amount, uri) => {
  expect(paymentUri(payee(id), amount, 'Top line')).toBe(uri);
});
