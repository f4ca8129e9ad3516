import type { Coin, CoinId } from '../money/payments/catalogue.ts';
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
 * The content of the QR code for a wallet: BIP 21 for Bitcoin, EIP-681 on Ethereum, Solana Pay on Solana.
 * TRON has no such standard, so the code holds only the address and the customer types the amount.
 * @param amount in the coin, as a decimal string
 * @param label the recipient's name that the wallet may show: the brand's name, which pages know and API keys do not
 */
export const paymentUri: UriOf = (payee, amount, label) => URIS[payee.id](payee, amount, label);
