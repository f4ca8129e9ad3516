import type { Coin, CoinId } from './catalogue.ts';
import { atomicUnits, withoutTrailingZeros } from './coin-amount.ts';

interface Payee extends Pick<Coin, 'id' | 'decimals' | 'contract'> {
  walletAddress: string;
}
type UriOf = (payee: Payee, amount: string, label?: string) => string;

const ETHEREUM_MAINNET = 1;

const URIS: Record<CoinId, UriOf> = {
  BTC: ({ walletAddress }, amount) => `bitcoin:${walletAddress}?amount=${withoutTrailingZeros(amount)}`,
  ETH: ({ walletAddress, decimals }, amount) =>
    `ethereum:${walletAddress}@${ETHEREUM_MAINNET}?value=${atomicUnits(amount, decimals)}`,
  USDT_ERC20: ({ walletAddress, decimals, contract }, amount) =>
    `ethereum:${contract}@${ETHEREUM_MAINNET}/transfer?address=${walletAddress}&uint256=${atomicUnits(amount, decimals)}`,
  SOL: ({ walletAddress }, amount, label) =>
    `solana:${walletAddress}?amount=${withoutTrailingZeros(amount)}${label ? `&label=${encodeURIComponent(label)}` : ''}`,
  USDT_TRC20: ({ walletAddress }) => walletAddress,
};

/**
 * What a wallet reads from the QR code: BIP 21 for Bitcoin, EIP-681 on Ethereum, Solana Pay on Solana.
 * TRON has no such standard, so there it is the bare address and the amount is typed by hand.
 * @param amount in the coin, as a decimal string
 * @param label who is paid, as the wallet may show it: the name of the brand, which a page knows and an API key does not
 */
export const paymentUri: UriOf = (payee, amount, label) => URIS[payee.id](payee, amount, label);
