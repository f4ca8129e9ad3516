import { eq, sql as template } from 'drizzle-orm';
import { trunkAddresses } from '../../../../db/schema/index.ts';
import { type Actor, type Owned, audit } from '../../../callers/audit.ts';
import { notifyOwner } from '../../../callers/notify-owner.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { isPublicAddress } from '../../../platform/kit/public-address.ts';
import type { Trunk } from '../contract.ts';
import { ownTrunk } from '../own-trunk.ts';
import { isRunning, type TrunkView } from '../present-trunk.ts';
import { readTrunk } from '../read-trunks.ts';
import { usernameOf } from '../username.ts';
import { NETWORKS_IN_WORDS, type setTrunkAddresses } from './contract.ts';

/**
 * Chooses from which addresses a trunk's telephone system calls without registering. Its edges know it within ten
 * seconds.
 * @throws not_found, not_allowed_now (the package is not active), validation_failed (an address is another trunk's)
 */
export async function setAddresses(
  { tx, deps: { config }, actor }: { tx: Transaction; deps: Pick<TrunkView, 'config'>; actor: Actor },
  { userId, trunkId, networks: given, prefix, overUdp }: Owned<'trunkId'> & BodyOf<typeof setTrunkAddresses>,
): Promise<Trunk> {
  const row = await ownTrunk(tx, userId, trunkId);
  if (!isRunning(row, tx.now)) throw new Problem('not_allowed_now', sentence('packageSip'));
  // Private ones are everybody's.
  if (!given.every((each) => isPublicAddress(each.split('/')[0] ?? ''))) {
    throw invalidField('networks', fault('trunkNetwork', NETWORKS_IN_WORDS));
  }
  // Two trunks that ask for one address at once.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended('trunk addresses', 0))`);
  // Without the bits beyond the prefix, and each once.
  const rows = await tx.db.execute<{ network: string }>(template`
    select distinct network(each::inet)::text as network
    from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) each order by 1`);
  const networks = rows.map(({ network }) => network);
  const taken = await findTaken(tx, { userId, trunkId, networks, prefix });
  if (taken !== undefined) throw invalidField('networks', sentence('trunkAddressTaken', { network: taken }));
  await tx.db.delete(trunkAddresses).where(eq(trunkAddresses.trunkId, trunkId));
  if (networks.length > 0) {
    await tx.db.insert(trunkAddresses).values(networks.map((network) => ({ trunkId, network, prefix, overUdp })));
  }
  await audit(tx, actor, 'trunk_addresses.changed', {
    subject: usernameOf(trunkId),
    userId,
    detail: { packageId: trunkId, networks, prefix, overUdp },
  });
  await notifyOwner(tx, userId, { what: 'addresses', name: usernameOf(trunkId) });
  return readTrunk(tx.db, { userId, trunkId }, { now: tx.now, config });
}

/**
 * One of the networks from which another trunk calls: by its own list, where the digits before the number do not
 * tell them apart, or as another account's telephones have registered from there. Those would call on this account, and
 * it would see whom.
 */
async function findTaken(
  tx: Transaction,
  { userId, trunkId, networks, prefix }: { userId: string; trunkId: string; networks: string[]; prefix: string },
): Promise<string | undefined> {
  const [taken] = await tx.db.execute<{ network: string }>(template`
    with wanted as (
      select each::cidr as network from jsonb_array_elements_text(${JSON.stringify(networks)}::jsonb) each
    ), telephones as (
      select substring(coalesce(l.received, l.contact) from
        '^sips?:(?:[^@]*@)?((?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])[.]){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9]))(?:[:;]|$)') as address
      from sip.location l join sip_credentials c on c.username = l.username
        join voice_packages v on v.id = c.package_id
      where v.user_id <> ${userId} and l.expires > ${tx.now.toISOString()}::timestamptz at time zone 'UTC'
    )
    select w.network::text as network from wanted w
    where exists (select from trunk_addresses a where a.network && w.network and a.package_id <> ${trunkId}
        and (starts_with(a.prefix, ${prefix}) or starts_with(${prefix}, a.prefix)))
      or exists (select from telephones t where t.address::inet <<= w.network)
    limit 1`);
  return taken?.network;
}
