import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { HAND_OVER_WITHIN_MS } from './claim.ts';

/** From the last look at the clock before a hand-over until its bytes are with the operating system. */
const LEAVES_WITHIN_MS = 100;
const LOOK_AGAIN_MS = 25;

/** Of all accounts together no more are claimed than carriers have room for. */
const underWay = (column: string) =>
  prepared<{ id: string }, { under_way: boolean }>(
    (p) => template`
      select exists (
        select from sms_recipients r join sms_messages m on m.id = r.message_id
        where r.status = 'sending' and ${template.raw(column)} = ${p.id}::uuid
      ) as under_way`,
  );

const looks = { message: underWay('m.id'), account: underWay('m.user_id') };

/**
 * Waits until nothing can leave except what a carrier already has: for after a commit that stopped a message,
 * or an account's messages. What was claimed before that commit has its answer by then, or the time within
 * which a claim is handed over is up, also in a process that stands still. That time is measured here from
 * the commit on, so that no two machines' clocks are compared.
 * @param of whose recipients were stopped
 */
export async function handOversEnded(
  { sql }: Pick<Deps, 'sql'>,
  of: keyof typeof looks,
  id: string,
): Promise<void> {
  const until = performance.now() + HAND_OVER_WITHIN_MS + LEAVES_WITHIN_MS;
  while (performance.now() < until) {
    const [row] = await looks[of](sql, { id });
    if (!row?.under_way) return;
    await Bun.sleep(LOOK_AGAIN_MS);
  }
}
