import { expect, spyOn, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { connect } from '../../../db/client.ts';
import { events } from '../../../db/schema/index.ts';
import { EventBus } from '../../../src/platform/events/bus.ts';
import { openStream } from '../../../src/platform/events/stream.ts';
import { credit, eventually, signUp, forFile, appForFile } from '../../kit/index.ts';

const userId = randomUUID();
const app = await appForFile();
const connection = connect(app.databaseUrl);
const bus = new EventBus(connection.sql, app.deps.log);
await bus.start();
const other = await forFile({
  bus,
  close: async () => {
    await bus.stop();
    await connection.close();
  },
});

interface Received {
  id: string;
  data: string;
}

class Reader {
  readonly received: Received[] = [];
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  async count(count: number): Promise<void> {
    while (this.received.length < count) await this.#more();
  }

  /** Reads up to the id that a stream sends by itself once it is live. */
  async position(): Promise<string> {
    for (;;) {
      const own = /^id: (.*)\n\n/m.exec(this.#text)?.[1];
      if (own) return own;
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#reader.read();
    if (done) throw new Error(`the stream ended after ${this.received.length} events`);
    this.#text += new TextDecoder().decode(value);
    for (const match of this.#text.matchAll(/^id: (.*)\nevent: .*\ndata: (.*)\n\n/gm)) {
      this.received.push({ id: match[1] ?? '', data: match[2] ?? '' });
    }
    this.#text = this.#text.replaceAll(/^id: .*\nevent: .*\ndata: .*\n\n/gm, '');
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

async function open(bus: EventBus, lastEventId: string | null): Promise<Reader> {
  const host = { bus, sql: app.deps.sql, clock: app.clock };
  return new Reader(
    await openStream(host, { userId, isAdmin: false, duty: null, credentialId: randomUUID(), lastEventId }),
  );
}

const row = (data: string) => ({
  name: 'balance',
  userId,
  data,
  at: app.clock.now(),
  toOwner: true,
  toAdmins: false,
  toEveryone: false,
});

/** Opens a transaction that has written an event and commits it when told to. */
async function openTransaction(data: string): Promise<{ commit(): Promise<void>; rollback(): Promise<void> }> {
  const client = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  await client`begin`;
  await client`insert into events (name, user_id, to_owner, to_admins, to_everyone, data, at)
    values ('balance', ${userId}, true, false, false, ${data}, ${app.clock.now()})`;
  const end = async (how: 'commit' | 'rollback') => {
    await client.unsafe(how);
    await client.end();
    app.deps.bus.wake();
  };
  return { commit: () => end('commit'), rollback: () => end('rollback') };
}

test('an event that commits after a later one is still delivered, live and on resuming', async () => {
  const reader = await open(app.deps.bus, null);
  const early = await openTransaction('"early"');
  const never = await openTransaction('"never"');
  const late = await openTransaction('"late"');

  await late.commit();
  await reader.count(1);
  expect(reader.received.map((event) => event.data)).toEqual(['"late"']);

  await never.rollback();
  await early.commit();
  await reader.count(2);
  expect(reader.received.map((event) => event.data)).toEqual(['"late"', '"early"']);

  const resumed = await open(other.bus, reader.received[0]?.id ?? '');
  await resumed.count(1);
  expect(resumed.received.map((event) => event.data)).toEqual(['"early"']);
  await Promise.all([reader.close(), resumed.close()]);
});

test('a reader that breaks off anywhere in a batch resumes with nothing lost and nothing twice', async () => {
  const first = await open(app.deps.bus, null);
  const start = await first.position();
  const transactions = await Promise.all(Array.from({ length: 5 }, (_, index) => openTransaction(`"a${index}"`)));
  await app.deps.db.insert(events).values(Array.from({ length: 5 }, (_, index) => row(`"b${index}"`)));
  await Promise.all(transactions.map((transaction) => transaction.commit()));
  await first.count(10);
  await first.close();
  const all = first.received.map((event) => event.data).toSorted();
  expect(new Set(all).size).toBe(10);

  for (const [index, id] of [start, ...first.received.map((event) => event.id)].entries()) {
    for (const bus of [app.deps.bus, other.bus]) {
      const rest = await open(bus, id);
      // Its own id comes after all that was missed, so that nothing more can follow by surprise.
      await rest.position();
      await rest.close();
      const seen = [...first.received.slice(0, index), ...rest.received].map((each) => each.data);
      expect(seen.toSorted()).toEqual(all);
    }
  }
});

test('many writers, and readers that hop between processes after every few events', async () => {
  const writers = 6;
  const each = 40;
  const total = writers * each;
  const first = await open(app.deps.bus, null);
  let last = await first.position();
  await first.close();

  const writing = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; index < each; index++) {
        await app.deps.db.transaction(async (tx) => {
          await tx.insert(events).values(row(`"${writer}-${index}"`));
          // Some transactions stay open a little longer than others, so that commits overtake.
          if ((writer + index) % 3 === 0) await tx.execute('select pg_sleep(0.004)');
        });
        (index % 2 ? app.deps.bus : other.bus).wake();
      }
    }),
  );

  const seen: string[] = [];
  for (let hop = 0; seen.length < total; hop++) {
    const wanted = Math.min(1 + (hop % 7), total - seen.length);
    const reader = await open(hop % 2 ? app.deps.bus : other.bus, last);
    await reader.count(wanted);
    await reader.close();
    // A connection breaks off somewhere in what was on its way.
    const taken = reader.received.slice(0, wanted);
    seen.push(...taken.map((event) => event.data));
    last = taken.at(-1)?.id ?? last;
  }
  await writing;
  expect(seen.length).toBe(total);
  expect(new Set(seen).size).toBe(total);
}, 60_000);

test('a reader that does not read is cut off instead of being buffered without end', async () => {
  const host = { bus: app.deps.bus, sql: app.deps.sql, clock: app.clock };
  const idle = { userId, isAdmin: false, duty: null, credentialId: randomUUID(), lastEventId: null };
  const streams = app.deps.bus.streams;
  const stream = await openStream(host, idle);
  expect(app.deps.bus.streams).toBe(streams + 1);
  const watcher = await open(app.deps.bus, null);
  for (let index = 1; index <= 12; index++) {
    await app.deps.db.insert(events).values(row(JSON.stringify('x'.repeat(50_000))));
    app.deps.bus.wake();
    await watcher.count(index);
  }
  expect(app.deps.bus.streams).toBe(streams + 1);
  await watcher.close();
  // A reader who comes back to it gets an error, and does not wait for ever.
  await expect(stream.getReader().read()).rejects.toThrow('too slow');
});

test("a long absence is made up for at the reader's own pace", async () => {
  const first = await open(app.deps.bus, null);
  const start = await first.position();
  await first.close();
  const big = JSON.stringify('y'.repeat(20_000));
  await app.deps.db.insert(events).values(Array.from({ length: 60 }, () => row(big)));
  const back = await open(app.deps.bus, start);
  await back.count(60);
  expect(back.received.every((event) => event.data === big)).toBe(true);
  await back.close();
});

test('an id is short however many transactions are open, and the same on every stream and process', async () => {
  const [here, there] = [await open(app.deps.bus, null), await open(other.bus, null)];
  const start = await here.position();
  await there.position();
  const openOnes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => openTransaction(`"in flight ${index}"`)),
  );
  // They end in another order than they began in, some of them never.
  const [first, ...rest] = openOnes.toReversed();
  await first?.commit();
  await Promise.all([here.count(1), there.count(1)]);
  expect(here.received[0]?.id.length).toBeLessThan(64);
  await Promise.all(rest.map((each, index) => (index % 10 === 0 ? each.rollback() : each.commit())));
  await Promise.all([here.count(90), there.count(90)]);
  expect(there.received).toEqual(here.received);
  await Promise.all([here.close(), there.close()]);

  const resumed = await open(other.bus, start);
  await resumed.count(90);
  expect(resumed.received).toEqual(here.received);
  await resumed.close();
});

test('a stream starts behind all that has committed, however much nobody was there to read', async () => {
  await app.deps.db.insert(events).values(Array.from({ length: 5000 }, (_, index) => row(`"${index}"`)));
  const reader = await open(app.deps.bus, null);
  const start = Number(await reader.position());
  const [left] = await app.deps.sql`
    select events_wait() as waiting, max(last)::int as last from event_places`;
  expect(left).toEqual({ waiting: false, last: start });
  await app.deps.db.insert(events).values(row('"after"'));
  app.deps.bus.wake();
  await reader.count(1);
  expect(reader.received[0]?.data).toBe('"after"');
  await reader.close();
});

test('a commit is told to the other processes, and does not wait until they look by themselves', async () => {
  const told = Promise.withResolvers<void>();
  const person = await signUp(app);
  const { unlisten } = await app.deps.sql.listen('topline_events', () => told.resolve());
  await credit(app, person, '1.00');
  await told.promise;
  await unlisten();
});

test('places are given one at a time, so that none becomes visible before a lower one', async () => {
  const begunFirst = await openTransaction('"begun first"');
  const placing = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  await placing`begin`;
  // Written in here, so that none but this transaction can place it.
  await placing`insert into events (name, user_id, to_owner, to_admins, to_everyone, data, at)
    values ('balance', ${userId}, true, false, false, '"committed first"', ${app.clock.now()})`;
  await placing`select place_events(10)`;
  await begunFirst.commit();
  const after = app.deps.sql`select place_events(1)`.execute();
  await eventually('the other placing waits', async () => {
    const [waiting] = await placing<{ count: number }[]>`
      select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database())`;
    return (waiting?.count ?? 0) > 0;
  });
  await placing`commit`;
  await after;
  const places = await placing<{ data: string }[]>`
    select data from event_places, unnest(seqs) with ordinality as s (seq, place) join events using (seq)
    where data in ('"begun first"', '"committed first"') order by last, place`;
  expect(places.map(({ data }) => data)).toEqual(['"committed first"', '"begun first"']);
  await placing.end();
});

/** Commits and places events until those that have no place for longer were looked at anew several times. */
async function placeSeveral(): Promise<void> {
  for (let each = 0; each < 4; each++) {
    await app.deps.db.insert(events).values(row('"passing by"'));
    await app.deps.sql`select place_events(100)`;
  }
}

test('however many are placed meanwhile, an event of a long transaction is delivered once it has committed', async () => {
  const reader = await open(app.deps.bus, null);
  const long = await openTransaction('"long"');
  await placeSeveral();
  await long.commit();
  await reader.count(5);
  expect(reader.received.at(-1)?.data).toBe('"long"');
  await reader.close();
});

test('so is one whose transaction has written nothing yet but taken its number', async () => {
  const reader = await open(app.deps.bus, null);
  const lock = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  await lock`select pg_advisory_lock(99)`;
  await lock.unsafe(`
    create function wait_first() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(99); return new; end';
    create trigger wait_first before insert on events for each row when (new.data = '"slow"') execute function wait_first()`);
  const slow = app.deps.db.insert(events).values(row('"slow"')).execute();
  await eventually('it waits', async () => {
    const [waiting] = await lock`select from pg_locks where locktype = 'advisory' and objid = 99 and not granted`;
    return waiting !== undefined;
  });
  await placeSeveral();
  await lock`select pg_advisory_unlock(99)`;
  await slow;
  app.deps.bus.wake();
  await reader.count(5);
  expect(reader.received.at(-1)?.data).toBe('"slow"');
  await lock.unsafe('drop function wait_first cascade');
  await Promise.all([reader.close(), lock.end()]);
});

test('an event that was rolled back is not looked for forever', async () => {
  const never = await openTransaction('"never"');
  await placeSeveral();
  await never.rollback();
  await eventually('it is given up', async () => {
    await placeSeveral();
    const [frontier] = await app.deps.sql`select isempty(gaps) and isempty(old_gaps) as none from event_frontier`;
    return frontier?.none;
  });
});

const subscriber = () => {
  const frames: string[] = [];
  return {
    ...{ userId, isAdmin: false, duty: null, credentialId: randomUUID(), frames, close: () => {} },
    deliver: (frame: Uint8Array) => void frames.push(new TextDecoder().decode(frame)),
  };
};

test('a second reader begins behind all that is committed, told of or not', async () => {
  const [first, second] = [subscriber(), subscriber()];
  await bus.subscribe(first);
  const [left] = await app.deps.db.insert(events).values(row('"untold"')).returning();
  const from = await bus.subscribe(second);
  const [placed] = await app.deps.sql<{ position: number }[]>`
    select last::float8 as position from event_places where ${left?.seq ?? 0}::bigint = any (seqs)`;
  expect(from).toBeGreaterThanOrEqual(placed?.position ?? Infinity);
  expect(first.frames.join('')).toContain('"untold"');
  expect(second.frames).toEqual([]);
  for (const each of [first, second]) bus.unsubscribe(each);
});

test('a reader that comes while the last other one goes has a place all the same', async () => {
  const [first, second] = [subscriber(), subscriber()];
  await bus.subscribe(first);
  const coming = bus.subscribe(second);
  bus.unsubscribe(first);
  expect(await coming).toBePositive();
  bus.unsubscribe(second);
});

test('other processes are told once in some milliseconds, however much is committed, and no more once it stops', async () => {
  const telling = () => {
    const told = { times: 0, once: Promise.withResolvers<void>() };
    const notify = async () => {
      told.times += 1;
      told.once.resolve();
    };
    return { told, own: new EventBus(Object.assign(Object.create(connection.sql), { notify }), app.deps.log) };
  };
  const [stopping, later] = [telling(), telling()];
  const begun = performance.now();
  while (performance.now() - begun < 100) {
    stopping.own.wake();
    await new Promise((done) => setImmediate(done));
  }
  expect(stopping.told.times).toBeWithin(2, (performance.now() - begun) / 3 + 2);
  stopping.own.wake();
  const told = stopping.told.times;
  await eventually('the last commit is told', async () => stopping.told.times > told);
  const { times } = stopping.told;
  await stopping.own.stop();
  stopping.own.wake();
  later.own.wake();
  await later.told.once.promise;
  expect(stopping.told.times).toBe(times);
});

test('a commit long after the last one asks for no negative wait, of which the runtime warns', () => {
  using timers = spyOn(globalThis, 'setTimeout');
  bus.wake();
  expect(timers.mock.calls.map(([, wait]) => wait)).toEqual([0]);
});
