import { lookUp } from '../chain/look-up.ts';
import type { FoundTransaction, Sighting } from '../chain/port.ts';
import type { Deps } from '../deps.ts';
import type { Money } from '../../platform/kit/money.ts';
import { type Chosen, chooseOutput } from './choose-output.ts';
import type { EvidenceOutput } from '../../../db/enums.ts';
import { isDue, isLessAFee, judge, type Judgement, type Ownership, valueOf } from './judge.ts';
import { type Asked, findEarlierUse, findFirstKnown, findNear, findOtherClaims, findOwner } from './claims.ts';
import type { Payment } from './payment.ts';
import { fromUnits } from './units.ts';

/** The result of one lookup of a payment, or why there is none. */
export interface Finding extends Judgement {
  transactionHash: string;
  /** The payment's own output of the transaction, and all outputs that reached our address. */
  outputIndex: number | null;
  outputs: EvidenceOutput[];
  senders: string[];
  /** An endpoint answered and the transaction was on the chain. */
  answered: boolean;
  found: boolean;
  confirmations: number;
  arrived: string | null;
  arrivedValue: Money | null;
  blockTime: Date | null;
  source: string | null;
  fault: string | null;
}

/** Tells whether an endpoint of the payment's chain is configured. */
export const isConfigured = ({ config }: Pick<Deps, 'config'>, { coin }: Payment): boolean =>
  config.chains.endpoints[coin.chain].length > 0;

/**
 * Asks the chain about a payment. It changes nothing, and takes as long as the endpoints take.
 * @param endpoints of the chain, in the order in which they are asked until one knows it
 * @param asked the hash in the normal form of the chain, and the output of it, if that is known
 */
export async function look(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
  payment: Payment,
  asked: Asked,
  endpoints: readonly string[] = deps.config.chains.endpoints[payment.coin.chain],
): Promise<Finding> {
  const { db } = deps;
  const { coin, address, contract, due } = payment;
  const { transactionHash } = asked;
  const target = { hash: transactionHash, address, contract, traces: deps.config.chains.etherTraces };
  const { sighting, source, fault } = await lookUp(coin.chain, endpoints, target);
  const seen = sighting?.found ? sighting : null;
  const own = await chooseOwn(db, payment, asked, seen);
  const { outputIndex, arrived, ambiguous } = own;
  const judged = seen ? { ...seen, arrived } : sighting;
  const ownership = await findOwnership(deps, payment, { transactionHash, outputIndex }, judged);
  return {
    ...judge(judged, due, { ...ownership, ambiguous }),
    transactionHash,
    outputIndex,
    outputs: seen ? presentOutputs(seen, coin.decimals) : [],
    senders: seen ? [...seen.senders] : [],
    source,
    fault,
    answered: sighting !== null,
    found: seen !== null,
    confirmations: seen?.confirmations ?? 0,
    arrived: arrived === null ? null : fromUnits(arrived, coin.decimals),
    arrivedValue: arrived === null ? null : valueOf(arrived, due),
    blockTime: seen?.blockTime ?? null,
  };
}

/** The part of a transaction that is the payment; whatever reaches a customer's own address is one. */
async function chooseOwn(
  db: Deps['db'],
  payment: Payment,
  { transactionHash, outputIndex }: Asked,
  seen: FoundTransaction | null,
): Promise<Chosen> {
  if (!seen) return { outputIndex, arrived: null, ambiguous: false };
  if (payment.quote?.ownAddress) {
    // By its first output: those to the addresses of other customers are theirs.
    return { outputIndex: seen.outputs[0]?.index ?? outputIndex, arrived: seen.arrived, ambiguous: false };
  }
  const claims = await findOtherClaims(db, payment, transactionHash);
  return chooseOutput(seen, payment.due, { ...claims, named: outputIndex });
}

async function findOwnership(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  payment: Payment,
  asked: Asked,
  seen: Sighting | null,
): Promise<Omit<Ownership, 'ambiguous'>> {
  const earlier = await findEarlierUse(db, payment, asked);
  const units = (seen?.found && seen.arrived) || 0n;
  const knownSince = await findFirstKnown(db, payment, asked.transactionHash);
  const by = earliest(clock.now(), knownSince, seen?.found ? seen.blockTime : null);
  const isExact = payment.quote !== null && isDue(units, payment.due);
  const owner = units > 0n && !isExact ? await findOwner(db, payment, { units, by }) : null;
  const isShort = !isExact && isLessAFee(units, payment.due);
  const near = isExact || isShort ? await findNear(db, payment, { units, by }) : [];
  return {
    quotedAt: payment.quote?.createdAt ?? null,
    knownSince,
    isAnothers: owner !== null && !isShort,
    isUnclear: near.length > 0 || (owner !== null && isShort),
    usedBefore: earlier?.status === 'verified',
  };
}

/** The earliest of several times, of which some may be unknown. */
export const earliest = (one: Date, ...others: (Date | null)[]): Date =>
  others.reduce<Date>((first, each) => (each && each < first ? each : first), one);

/** More than anybody reads. A transaction of an exchange can have thousands of outputs, but not to one address. */
const MOST_OUTPUTS = 100;

const presentOutputs = ({ outputs }: FoundTransaction, decimals: number): EvidenceOutput[] =>
  outputs.slice(0, MOST_OUTPUTS).map(({ amount, ...output }) => ({ ...output, amount: fromUnits(amount, decimals) }));
