import { sql as template } from 'drizzle-orm';
import { pricedSql } from '../../../src/money/pricing/price-recipients.ts';
import { callingCode } from '../../../src/platform/kit/calling-code.ts';
import { appForFile, signUp } from '../../kit/index.ts';
import { planOf } from '../../kit/plan.ts';

const app = await appForFile({ background: false });

test('an account without opt-outs pays for one look at an index, however many recipients there are', async () => {
  const [nobody, few, stranger] = [await signUp(app), await signUp(app), await signUp(app)];
  await app.deps.sql`insert into opt_outs (id, user_id, number, source, at)
    select gen_random_uuid(), ${stranger.id}, '+4479' || lpad(n::text, 8, '0'), 'file', now()
    from generate_series(1, 20000) n`;
  await app.deps.sql`insert into opt_outs (id, user_id, number, source, at)
    values (gen_random_uuid(), ${few.id}, '+447900000001', 'hand', now())`;
  await app.deps.sql`analyze opt_outs`;
  const numbers = Array.from({ length: 2000 }, (_, n) => `+4479${String(n + 1).padStart(8, '0')}`);
  const looksOf = async (owner: string) => {
    const nothing = template`null`;
    const priced = pricedSql(
      {
        owner: template`${owner}`,
        now: template`${app.clock.now().toISOString()}`,
        firstId: nothing,
        numbers: template`${numbers.join(',')}`,
        codeOfEach: template`${numbers.map(callingCode).join(',')}`,
        parts: template`1`,
        shortParts: template`1`,
        texts: nothing,
        partsOfEach: nothing,
        shortPartsOfEach: nothing,
        unreachedEach: nothing,
        mmsOfEach: nothing,
        riskOfEach: nothing,
        despiteOptOut: template`false`,
      },
      'many',
    );
    const counted = template`with allowed as (select 1), ${priced}
      select (select count(*) from priced), (select count(*) from opted_out)`;
    const nodes = await planOf(app.deps.db, counted, 'opt_outs');
    expect(nodes.length).toBe(2);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    return nodes.map((node) => node['Actual Loops']).toSorted((a, b) => a - b);
  };
  expect(await looksOf(few.id)).not.toEqual([0, 1]);
  expect(await looksOf(nobody.id)).toEqual([0, 1]);
});
