import type { Sql } from 'postgres';
import { sql as template } from 'drizzle-orm';
import type { Clock } from '../kit/clock.ts';
import type { Duty } from '../kit/duties.ts';
import { Problem } from '../kit/errors.ts';
import { type EventBus, type Subscriber, encodeFrame } from './bus.ts';
import { parsePosition, type PlacedEvent } from './position.ts';
import { heardBy } from './kind.ts';
import { HOUR_MS } from '../kit/durations.ts';
import { DAYS } from '../../../db/data-map.ts';
import { prepared } from '../../../db/prepared.ts';

const HEARTBEAT_MS = 15_000;
/** A reader 256 KiB behind is cut off; it resumes with `Last-Event-ID`. In parts of 16 KiB: a larger mark costs 4 KiB a stream. */
const BEHIND: QueuingStrategy<Uint8Array> = { highWaterMark: 16, size: (frame) => (frame?.byteLength ?? 0) / 16_384 };

const encoder = new TextEncoder();
/** An event without an id: the position for resuming stays the same, and a page sees that the server is alive. */
const HEARTBEAT = encoder.encode('event: heartbeat\ndata: {}\n\n');

type Subscribable = Pick<EventBus, 'subscribe' | 'unsubscribe'>;

interface StreamHost {
  bus: Subscribable;
  sql: Sql;
  clock: Clock;
}

interface Reader {
  userId: string;
  isAdmin: boolean;
  duty: Duty | null;
  credentialId: string;
  /** The account of the person who reads, if it is not this one: the stream ends with their sign-in too. */
  personId?: string | undefined;
  lastEventId: string | null;
  /** How many streams the reader may have open; null: any number. */
  most?: number | null;
}

/**
 * Opens an event stream for one reader: first the events since `lastEventId`, then every live event.
 * @throws malformed_request where the last event's id is not one of ours, rate_limited
 */
export async function openStream(host: StreamHost, reader: Reader): Promise<ReadableStream<Uint8Array>> {
  const resumeFrom = reader.lastEventId === null ? null : parsePosition(reader.lastEventId);
  if (reader.lastEventId && resumeFrom === null) {
    throw new Problem('malformed_request', 'Last-Event-ID is not the id of one of our events');
  }
  const connection = new StreamConnection(host.bus, reader);
  const body = new ReadableStream<Uint8Array>(connection, BEHIND);
  try {
    const live = await host.bus.subscribe(connection, reader.most);
    const missed =
      resumeFrom === null
        ? null
        : replay(host.sql, reader, { from: resumeFrom, until: live, since: since(host.clock) });
    void connection.begin(live, missed);
  } catch (error) {
    connection.close();
    throw error;
  }
  return body;
}

const since = (clock: Clock) => new Date(clock.now().getTime() - RETENTION_HOURS * HOUR_MS);

/** What one stream is fed from. */
class StreamConnection implements Subscriber, UnderlyingDefaultSource<Uint8Array> {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly duty: Duty | null;
  readonly credentialId: string;
  readonly personId: string | undefined;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Live frames held back while missed events are still being read; null once the stream is live. */
  #held: Uint8Array[] | null = [];
  #drained: (() => void) | null = null;

  constructor(
    private readonly bus: Subscribable,
    reader: Reader,
  ) {
    this.userId = reader.userId;
    this.isAdmin = reader.isAdmin;
    this.duty = reader.duty;
    this.credentialId = reader.credentialId;
    this.personId = reader.personId;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
  }

  pull(): void {
    this.#drained?.();
  }

  cancel(): void {
    this.#end();
  }

  async begin(live: number, missed: AsyncGenerator<Uint8Array> | null): Promise<void> {
    heartbeats.add(this);
    heartbeat ??= setInterval(beatAll, HEARTBEAT_MS).unref();
    try {
      if (missed) {
        for await (const frame of missed) {
          await this.#room();
          if (!this.#controller) return;
          this.#write(frame);
        }
      }
      // A frame with only an id tells the reader its position before the first event, so that it can resume.
      this.#write(encoder.encode(`id: ${live}\n\n`));
      for (const frame of this.#held ?? []) this.#write(frame);
      this.#held = null;
    } catch {
      // The database became unreachable during the replay; the reader reconnects and resumes.
      this.close();
    }
  }

  deliver(frame: Uint8Array): void {
    if (this.#held) this.#held.push(frame);
    else this.#write(frame);
  }

  beat(): void {
    this.#write(HEARTBEAT);
  }

  close(): void {
    const controller = this.#controller;
    this.#end();
    try {
      controller?.close();
    } catch {
      // The reader closed the stream first.
    }
  }

  /** Missed events are read at the reader's own pace; only live events cut off a slow reader. */
  async #room(): Promise<void> {
    while (this.#controller && (this.#controller.desiredSize ?? 0) <= 0) {
      await new Promise<void>((done) => {
        this.#drained = done;
      });
    }
    this.#drained = null;
  }

  #write(frame: Uint8Array): void {
    const controller = this.#controller;
    if (!controller) return;
    // A reader that is too slow is cut off, because buffering for it would have no end.
    if ((controller.desiredSize ?? 0) <= 0) {
      this.#end();
      controller.error(new Error('the reader is too slow'));
      return;
    }
    controller.enqueue(frame);
  }

  #end(): void {
    this.#controller = null;
    this.#drained?.();
    heartbeats.delete(this);
    if (heartbeats.size === 0) {
      clearInterval(heartbeat);
      heartbeat = undefined;
    }
    this.bus.unsubscribe(this);
  }
}

/** One timer for all streams of the process, while there are any; heartbeats keep proxies and Bun from closing quiet ones. */
const heartbeats = new Set<StreamConnection>();
let heartbeat: Timer | undefined;
const beatAll = (): void => {
  for (const connection of heartbeats) connection.beat();
};

/** How far back a stream can be resumed. */
const RETENTION_HOURS = DAYS.events * 24;

const PAGE = 500;

type Missed = {
  last: number;
  until: number;
  userId: string;
  isAdmin: boolean;
  /** The names of the events of which this administrator is told, separated by commas; null: of all. */
  heard: string | null;
  since: Date;
  most: number;
};

const selectMissed = prepared<Missed, Pick<PlacedEvent, 'position' | 'name' | 'data'>>(
  (p) => template`
    select p.first + s.place - 1 as position, e.name, e.data
    from event_places p cross join lateral unnest(p.seqs) with ordinality as s (seq, place)
    join events e on e.seq = s.seq
    where p.last > ${p.last}::bigint and p.first <= ${p.until}::bigint
      and p.first + s.place - 1 > ${p.last}::bigint and p.first + s.place - 1 <= ${p.until}::bigint
      and (to_everyone or (to_owner and user_id = ${p.userId}) or (to_admins and ${p.isAdmin}::boolean
          and (${p.heard}::text is null or name = any (string_to_array(${p.heard}::text, ',')))))
      and e.at > ${p.since}::timestamptz
    order by p.last, s.place
    limit ${p.most}`,
);

/**
 * The events that a resuming reader missed: those after the position `from` up to `until`, where its live
 * events begin. They are read page by page, so that a long absence needs little memory.
 */
async function* replay(
  sql: Sql,
  { userId, isAdmin, duty }: { userId: string; isAdmin: boolean; duty: Duty | null },
  { from, until, since }: { from: number; until: number; since: Date },
): AsyncGenerator<Uint8Array> {
  let last = from;
  const reader = { userId, isAdmin, heard: heardBy(duty)?.join(',') ?? null };
  for (;;) {
    const rows = await selectMissed(sql, { ...reader, last, until, since, most: PAGE });
    for (const row of rows) yield encodeFrame(row);
    if (rows.length < PAGE) return;
    last = Number(rows.at(-1)?.position ?? until);
  }
}
