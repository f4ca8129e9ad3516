import { and, eq, gt, ne, or } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import { readTariff } from '../../../money/pricing/read-tariff.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { callsEdge, dialsEdge } from '../../rings-trunks.ts';
import { readPapers } from '../papers/look-at-papers.ts';
import { presentState } from '../papers/present-papers.ts';
import { type NumberRow, presentNumber } from '../present-number.ts';
import { readNumberPrices } from '../price.ts';
import { lapsedBefore } from '../renewal/expiry.ts';
import { type NumberDetails, TRAFFIC_DAYS } from './contract.ts';
import { readTraffic } from './read-traffic.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/**
 * A bought number with what it can, its traffic and its papers.
 * @throws not_found, also for another account's number, and after its grace period
 */
export async function getNumber(
  { deps }: { deps: Deps },
  { userId, numberId }: { userId: string; numberId: string },
): Promise<NumberDetails> {
  const now = deps.clock.now();
  const [row] = await deps.db
    .select()
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.id, numberId),
        eq(didNumbers.userId, userId),
        ne(didNumbers.status, 'reserved'),
        or(eq(didNumbers.status, 'provisioning'), gt(didNumbers.expiresAt, lapsedBefore(now))),
      ),
    );
  if (!row) throw notFound('Number');
  const since = new Date(now.getTime() - TRAFFIC_DAYS * DAY_MS);
  return {
    ...presentNumber(row, {
      owner: await readTariff(deps.db, userId),
      prices: await readNumberPrices(deps.db, now),
      now,
    }),
    abilities: abilitiesOf(deps, row),
    traffic: await readTraffic(deps.db, { userId, number: row.number, since }),
    papers: await papersOf(deps, row),
  };
}

/** A number receives only where its carrier carries that and delivers it to us. */
function abilitiesOf(deps: Pick<Deps, 'carriers' | 'config'>, row: NumberRow): NumberDetails['abilities'] {
  const { carriesMessages: messages, carriesCalls: calls } = row;
  const carrier = deps.carriers.find(row.provider ?? '');
  const callsUs = carrier !== undefined && callsEdge(deps, carrier.name);
  const deliversMessages = carrier?.incomingSms !== undefined || carrier?.onMessages !== undefined;
  return {
    receiveMessages: deliversMessages ? messages : false,
    sendMessages: messages,
    receiveCalls: carrier?.incomingCalls || callsUs ? calls : false,
    makeCalls: calls,
    // A carrier that has to be told calls the edge if it can reach it; any other may be set up to call it.
    ringTrunks: callsUs && (!carrier.incomingCalls?.dialsSip || dialsEdge(deps, carrier)),
  };
}

async function papersOf(deps: Deps, { provider, ...row }: NumberRow): Promise<NumberDetails['papers']> {
  const papers = provider && (await readPapers(deps.db, { ...row, provider }));
  return papers ? presentState(deps, papers) : null;
}
