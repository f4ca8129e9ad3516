import type { CoinOffer } from '../../../src/payments/contract.ts';
import { atomicUnits, withoutTrailingZeros } from './coin-amount.ts';

type Payee = Pick<CoinOffer, 'id' | 'walletAddress' | 'decimals' | 'contract'>;

const ETHEREUM_MAINNET = 1;

/**
 * What a wallet reads from the QR code: BIP 21 for Bitcoin, EIP-681 on Ethereum, Solana Pay on Solana.
 * TRON has no such standard, so there it is the bare address and the amount is typed by hand.
 * @param amount in the coin, as a decimal string
 * @param label who is paid, as the wallet may show it
 */
export function paymentUri(coin: Payee, amount: string, label: string): string {
  const { walletAddress } = coin;
  const plainAmount = withoutTrailingZeros(amount);
  switch (coin.id) {
    case 'BTC':
      return `bitcoin:${walletAddress}?amount=${plainAmount}`;
    case 'ETH':
      return `ethereum:${walletAddress}@${ETHEREUM_MAINNET}?value=${atomicUnits(amount, coin.decimals)}`;
    case 'USDT_ERC20':
      return `ethereum:${coin.contract}@${ETHEREUM_MAINNET}/transfer?address=${walletAddress}&uint256=${atomicUnits(amount, coin.decimals)}`;
    case 'SOL':
      return `solana:${walletAddress}?amount=${plainAmount}&label=${encodeURIComponent(label)}`;
    case 'USDT_TRC20':
      return walletAddress;
  }
}
