import type { Sql } from 'postgres';
import { insertCall, insertTrunk, insertSettled } from './rows.ts';

/** A call of 20p: £6 set aside, £5.80 given back. */
export async function insertSoundCall(sql: Sql, userId: string): Promise<string> {
  const charge = await insertSettled(sql, { userId, type: 'voice_charge', amount: '6.00', change: '-6.00' });
  await insertSettled(sql, { userId, type: 'refund', amount: '5.80', refunds: charge });
  await sql`update users set credits = 99.77 where id = ${userId}`;
  return insertCall(sql, { userId, transactionId: charge, cost: '6.00', actualCost: '0.20' });
}

/** Five minutes that a call has reserved from a package, and how many of them it used. */
export async function insertMinutes(sql: Sql, userId: string, callId: string, used: number | null): Promise<void> {
  const trunkId = await insertTrunk(sql, { userId, active: false });
  const taken = used ?? 5;
  await sql`
    update voice_packages set minutes_taken = ${taken}, minutes_month = purchased_at where id = ${trunkId}`;
  await sql`
    insert into package_minutes (id, package_id, call_id, month, reserved, used, reserved_at)
    select ${Bun.randomUUIDv7()}, id, ${callId}, purchased_at, 5, ${used}, now() from voice_packages
    where id = ${trunkId}`;
}
