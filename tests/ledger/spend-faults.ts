import type { Sql } from 'postgres';

export const SPEND_FAULTS: [
  string,
  string[],
  (books: { userId: string }, connection: { sql: Sql }) => Promise<unknown>,
][] = [
  [
    'a charge that counts against no spend limit',
    [
      `what counts against a day's spend limit is the day's charges less their refunds, package minutes, and what carriers ask beyond the price`,
    ],
    ({ userId }, { sql }) => sql`update users set spent_on = (now() at time zone 'UTC')::date where id = ${userId}`,
  ],
  [
    'more spent in one country than in the day',
    ['what was spent by country is part of what was spent in the day'],
    ({ userId }, { sql }) => sql`
      update users set spent_on = (now() at time zone 'UTC')::date, spent_today = 0.03,
        spent_by_country = '{"+44": "0.04"}' where id = ${userId}`,
  ],
  [
    'a day with a delivery that no message had',
    [`an account's days add up what became of its messages`],
    ({ userId }, { sql }) => sql`insert into message_days values (${userId}, '2026-01-31', 1, 1, 0, 0, 1)`,
  ],
];
