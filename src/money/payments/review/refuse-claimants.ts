import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { Actor } from '../../../callers/audit.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import { type TransactionRow, transactionRow } from '../../ledger/transaction-row.ts';
import { sentence } from '../../../platform/kit/errors.ts';
import { close } from './reject.ts';

/**
 * The condition that a waiting payment `o` is more than somebody's claim of a hash: the chain shows the
 * amount that it was quoted, or its customer has signed with the address that sent it.
 */
export const speaksForItself = template`o.status = 'pending' and (
  exists (select from chain_evidence oe where oe.transaction_id = o.id
    and oe.transaction_hash = o.transaction_hash and oe.verdict = 'matches')
  or exists (select from payment_signatures os join chain_evidence oe on oe.transaction_id = o.id
    where os.transaction_id = o.id and oe.senders @> to_jsonb(os.address)))`;

/**
 * Rejects other payments with the same claim as a payment that was just verified: the money is somebody else's. A
 * payment that names no output of a transaction with several outputs to our address may mean another output, and
 * continues to wait. The hash is locked, so that nobody claims it meanwhile.
 */
export async function refuseClaimants(
  tx: DatabaseTransaction,
  actor: Pick<Actor, 'id'> | null,
  verified: TransactionRow,
): Promise<void> {
  const { id, chain, transactionHash: hash } = verified;
  if (!chain || !hash) return;
  const claimants = await lockClaimants(tx.sql, { id, chain, hash });
  for (const claimant of claimants)
    await close(tx, transactionRow.read(claimant), { reason: sentence('paidAnother'), by: actor?.id ?? null });
}

/**
 * Those that name no output are left out where the transaction is known to pay our address more than once. The output is
 * read: with one that may be null as a parameter, PostgreSQL plans the statement anew each time.
 */
const lockClaimants = prepared<{ id: string; chain: string; hash: string }, Record<string, unknown>>(
  (p) => template`
    select ${transactionRow.list} from transactions
    cross join (select output_index as taken from transactions where id = ${p.id}::uuid) verified
    where chain = ${p.chain} and transaction_hash = ${p.hash} and status = 'pending' and id <> ${p.id}::uuid
      and (taken is null or output_index = taken or output_index is null and not exists (
        select from chain_evidence e
        where e.transaction_id = ${p.id}::uuid and e.transaction_hash = ${p.hash} and jsonb_array_length(e.outputs) > 1))
    order by id for update of transactions`,
);
