import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';

/** Tells whether a row of `sms_recipients` of this alias waits in the lane, for the carrier that claims. */
export type Waits = (row: SQL) => SQL;

/** The oldest recipients of one message to many. */
export const pickManySql = (waits: Waits): SQL => template`
    picked as materialized (
      select r.message_id, r.id from sms_recipients r where ${waits(template`r`)}
      order by r.due_at, r.id limit (select room from room) for update skip locked
    ),`;

/**
 * Recipients of messages to a few, as the CTEs `picked`, `crowded (crowded)` and `served (turns)`. Mostly the carrier has
 * room for all that wait. Where it has not, codes and automatic answers go first, then single messages, then the others;
 * within each of these, accounts take turns, one recipient each, going on after the account that was last served. So
 * nobody waits behind all that somebody else has sent before. Only messages to a few have an owner in their rows.
 */
export const pickFewSql = ({ few, waits }: { few: Waits; waits: Waits }, p: { carrier: Placeholder | SQL }): SQL => {
  const r = template`r`;
  const next = (condition: SQL, lap: SQL): SQL => template`(
          select r.user_id, ${lap} as lap from sms_recipients r
          where r.urgency = a.urgency and ${condition} and ${waits(r)} order by r.user_id limit 1)`;
  return template`
    oldest as materialized (
      select r.message_id, r.id from sms_recipients r where ${few(r)}
      order by r.due_at, r.id limit (select room + 1 from room) for update skip locked
    ),
    crowded as materialized (
      select room > 0 and (select count(*) from oldest) > room as crowded from room
    ),
    circle (urgency, user_id, lap, place, began) as (
      select u.urgency, g.turns[u.urgency + 1], 0, 0, g.turns[u.urgency + 1]
      from crowded, provider_gates g, (values (0), (1), (2)) u (urgency)
      where crowded.crowded and g.name = ${p.carrier}
      union all
      select a.urgency, n.user_id, n.lap, a.place + 1, a.began
      from circle a cross join lateral (
        select * from (
          ${next(template`r.user_id > a.user_id and (a.lap = 0 or r.user_id <= a.began)`, template`a.lap`)}
          union all ${next(template`a.lap = 0 and r.user_id <= a.began`, template`1`)}
        ) e order by e.lap limit 1
      ) n
      where a.place < (select room from room)
    ),
    seats as materialized (
      select c.urgency, c.user_id, c.place, r.message_id, r.id,
        row_number() over (partition by c.urgency, c.user_id order by r.due_at, r.id) as round
      from circle c cross join lateral (
        select r.message_id, r.id, r.due_at from sms_recipients r
        where r.urgency = c.urgency and r.user_id = c.user_id and ${waits(r)}
        order by r.due_at, r.id
        limit (select ceil(room::numeric / (select greatest(1, count(*)) from circle where place > 0)) from room)
        for update skip locked
      ) r
      where c.place > 0
    ),
    seated as materialized (
      select * from seats order by urgency, round, place limit (select room from room)
    ),
    served as materialized (
      select array(
        select coalesce(
          (select s.user_id from seated s where s.urgency = u.urgency order by s.round desc, s.place desc limit 1),
          g.turns[u.urgency + 1])
        from (values (0), (1), (2)) u (urgency) order by u.urgency) as turns
      from provider_gates g where g.name = ${p.carrier}
    ),
    picked as materialized (
      select message_id, id from oldest where (select count(*) from oldest) <= (select room from room)
      union all select message_id, id from seated
    ),`;
};
