import type { CoinId } from '../../../src/money/payments/catalogue.ts';
import type { Signed } from './sign.ts';

/** A chain of a test's own, and a wallet of ours on it. */
export interface LocalChain {
  coin: CoinId;
  /** The settings with which the program asks this chain and is paid to this wallet. */
  env: Record<string, string>;
  /** How often `confirm` must be called until a payment counts. */
  confirmationsWanted: number;
  /** Pays so much of the coin (a decimal string) to our wallet, to somebody else, or to an address; gives the hash. */
  pay(amount: string, to?: string): Promise<string>;
  /** Sends so much of the coin out of our wallet to somebody else, as its operator does. */
  spend(amount: string): Promise<string>;
  /** Pays our wallet as much of something that is not the coin. */
  payInAnother(amount: string): Promise<string>;
  /** Tries to pay our wallet, and fails on the chain. */
  payAndFail(amount: string): Promise<string>;
  /** Signs a text as the wallet that pays, or as somebody else's. */
  sign(text: string, by?: 'payer' | 'thief'): Promise<Signed>;
  /** A transaction hash that nobody has made. */
  unknownHash(): string;
  /** One more confirmation for everything. */
  confirm(): Promise<void>;
  stop(): Promise<void>;
}

/** Confirms everything as often as a payment needs to count. */
export async function confirmAll(chain: LocalChain): Promise<void> {
  for (let block = 0; block < chain.confirmationsWanted; block++) await chain.confirm();
}

/** For what a chain does not know. */
export const impossible = (): Promise<string> => Promise.reject(new Error('there is no such thing here'));

/** A process whose output nobody reads stops once the pipe is full: anvil prints a line for each request. */
async function drain(reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>): Promise<void> {
  while (!(await reader.read()).done);
}

/** The first line that a process prints which fits; what it prints later is read and dropped. */
export async function lineOf(output: ReadableStream<Uint8Array>, form: RegExp): Promise<RegExpExecArray> {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the process ended before it was ready: ${text}`);
    text += decoder.decode(value, { stream: true });
    const found = form.exec(text);
    if (found) {
      void drain(reader).catch(() => {});
      return found;
    }
  }
}
