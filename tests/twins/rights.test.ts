import { sql as template } from 'drizzle-orm';
import { prepared } from '../../db/prepared.ts';
import { hashToken, type Sender } from '../../src/callers/credentials.ts';
import { type CallerParameters, callerSql } from '../../src/callers/caller.ts';
import { admitRow, mayActSql } from '../../src/callers/guards.ts';
import { Problem } from '../../src/platform/kit/errors.ts';
import { sendSms } from '../../src/services/messaging/contract.ts';
import { appForFile, signUp } from '../kit/index.ts';
import { chance, oneOf } from '../kit/seed.ts';

const CASES = 4000;
const app = await appForFile({ background: false });
const next = chance('rights');
const pick = <Value>(values: readonly Value[]): Value => oneOf(values, next);
const PEOPLE = [Bun.randomUUIDv7(), Bun.randomUUIDv7()] as const;

const anyCaller = () => ({
  caller_id: pick(PEOPLE),
  caller_role: pick(['user', 'reseller', 'admin'] as const),
  caller_duty: pick([null, null, 'support', 'reader'] as const),
  caller_status: pick(['active', 'active', 'active', 'suspended'] as const),
  caller_scopes: pick([null, null, 'read', 'messages', 'admin', 'messages,admin', 'voice,admin']),
  caller_has_second_factor: next() < 0.5,
  owner: PEOPLE[0],
  needed: next() < 0.5,
});

test('the statement and the program let the same callers send', async () => {
  const { db, config } = app.deps;
  const cases = Array.from({ length: CASES }, anyCaller);
  const rows = await db.execute<{ may: boolean }>(template`
    select ${mayActSql({ scope: 'messages', owner: template`c.owner`, secondFactorNeeded: template`c.needed` })} as may
    from (
      select place, caller_id as id, caller_role as role, caller_duty as duty, caller_status as status,
        string_to_array(caller_scopes, ',') as scopes, caller_has_second_factor as has_second_factor, owner, needed
      from rows from (json_to_recordset(${JSON.stringify(cases)}::text::json) as (caller_id uuid, caller_role text,
        caller_duty text, caller_status text, caller_scopes text, caller_has_second_factor boolean, owner uuid, needed boolean))
        with ordinality as c (caller_id, caller_role, caller_duty, caller_status, caller_scopes, caller_has_second_factor, owner,
          needed, place)
    ) c
    order by place`);
  const mayInProgram = ({ owner, needed, ...row }: (typeof cases)[number]): boolean => {
    const adminTwoFactor = needed ? 'required' : 'optional';
    try {
      admitRow(
        { config: { ...config, adminTwoFactor } },
        { credential: { kind: 'key', tokenHash: '', address: '' }, endpoint: sendSms, ownerId: owner },
        row,
      );
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };
  expect(rows.map(({ may }) => may)).toEqual(cases.map(mayInProgram));
  expect(new Set(rows.map(({ may }) => may)).size).toBe(2);
});

test('a statement for every kind of caller finds each by its own kind alone', async () => {
  const find = prepared<CallerParameters, { id: string }>((p) => template`select id from ${callerSql(p)} c`);
  const { id, key, cookie } = await signUp(app);
  const now = app.clock.now();
  const token = (cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  const shown: Record<Sender['kind'], string> = { session: hashToken(token), key: hashToken(key), account: id };
  const found = [];
  for (const kind of ['session', 'key', 'account'] as const) {
    for (const [of, tokenHash] of Object.entries(shown)) {
      if (kind === 'account' && of !== 'account') continue;
      const [row] = await find(app.deps.sql, { kind, tokenHash, address: '', now });
      if (row?.id === id) found.push(`${kind} by ${of}`);
    }
  }
  expect(found).toEqual(['session by session', 'key by key', 'account by account']);
});
