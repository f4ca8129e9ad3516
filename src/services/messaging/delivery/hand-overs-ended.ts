import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { HAND_OVER_WITHIN_MS } from './claim.ts';

/** The longest time between the last check of the clock and the moment when the operating system has the bytes. */
const LEAVES_WITHIN_MS = 100;
const LOOK_AGAIN_MS = 25;

/** Carriers' room bounds how many recipients of all accounts together are claimed. */
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
 * Waits until nothing more can be sent, after a commit that stopped a message or all messages of an account. By then
 * each earlier claim has its answer, or the time for its hand-over is over, even in a process that was stopped. The
 * time is measured here, from the commit on, so that clocks of two machines are never compared.
 * @param of whose recipients were stopped
 */
export async function handOversEnded({ sql }: Pick<Deps, 'sql'>, of: keyof typeof looks, id: string): Promise<void> {
  const until = performance.now() + HAND_OVER_WITHIN_MS + LEAVES_WITHIN_MS;
  while (performance.now() < until) {
    const [row] = await looks[of](sql, { id });
    if (!row?.under_way) return;
    await Bun.sleep(LOOK_AGAIN_MS);
  }
}
