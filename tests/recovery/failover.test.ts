import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { migrate } from '../../db/migrate.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import { actorOf, balanceOf, funded, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { eventually } from '../kit/eventually.ts';
import { newNumber } from '../kit/messages.ts';
import { type Replicated, startReplicated } from '../kit/patroni.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';

/**
 * PostgreSQL fails over to a synchronous replica while 50 charges at once are under way: once in good order, once
 * because the primary's machine is lost. Patroni, etcd and HAProxy are those of Debian.
 */

const SENDERS = 50;
/** What a client waits before it repeats a refused request. */
const PAUSE_MS = 100;
/** The time in which Patroni holds a primary for lost, elects another, and the program has found it. */
const FAILED_OVER_WITHIN_MS = 120_000;

let replicated: Replicated;
let app: TestApp;
let server: ServerProcess;
beforeAll(async () => {
  replicated = await startReplicated();
  await migrate(replicated.url);
  app = await startTestApp({ databaseUrl: replicated.url, background: false });
  server = await startServerProcess(replicated.url, { SANDBOX_CARRIERS: 'on' });
}, 120_000);
afterEach(() => replicated.restore(), 120_000);
afterAll(async () => {
  await server.stop();
  await app.stop();
  await replicated.stop();
}, 60_000);

/** Each request is repeated with its key until it is accepted, as clients do. */
class Senders {
  readonly accepted: string[] = [];
  readonly refusals = new Set<number>();
  longestPauseMs = 0;
  #acceptedAt = performance.now();
  readonly #over = new AbortController();
  readonly #running: Promise<unknown>;

  constructor(person: TestActor) {
    const at = actorOf(server, person);
    this.#running = Promise.all(
      Array.from({ length: SENDERS }, async () => {
        while (!this.#over.signal.aborted) await this.#send(at);
      }),
    );
  }

  async #send(person: TestActor): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello' };
    for (;;) {
      const answer = await person.as(`/api/users/${person.id}/sms`, { json, headers });
      const { id } = (await answer.json()) as { id: string };
      if (answer.status === 201) return this.#accept(id);
      this.refusals.add(answer.status);
      await Bun.sleep(PAUSE_MS);
    }
  }

  #accept(id: string): void {
    this.accepted.push(id);
    this.longestPauseMs = Math.max(this.longestPauseMs, performance.now() - this.#acceptedAt);
    this.#acceptedAt = performance.now();
  }

  async moreAccepted(): Promise<void> {
    const sofar = this.accepted.length;
    const isMore = async () => this.accepted.length >= sofar + 5 * SENDERS;
    await eventually('messages are accepted', isMore, FAILED_OVER_WITHIN_MS);
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }
}

const LOSSES: [string, () => Promise<void>][] = [
  ['handed over in good order', () => replicated.switchOver()],
  ['lost with its machine', () => replicated.losePrimary()],
];

for (const [how, lose] of LOSSES) {
  test(`a primary that is ${how} under ${SENDERS} charges at once takes no charge with it, and none is made twice`, async () => {
    const person = await funded(app, '2000.00');
    const before = await replicated.primary();
    const senders = new Senders(person);
    await senders.moreAccepted();
    await lose();
    await senders.moreAccepted();
    await senders.stop();
    console.log(`${how}: nothing was accepted for ${Math.round(senders.longestPauseMs)} ms`);

    expect(await replicated.primary()).not.toBe(before);
    expect([...senders.refusals].filter((status) => status !== 503 && status !== 409)).toEqual([]);
    const stored = await app.deps.sql<{ id: string }[]>`
      select m.id from sms_messages m join transactions t on t.id = m.transaction_id
      where m.user_id = ${person.id} and t.amount = 0.03`;
    expect(stored.map(({ id }) => id).toSorted()).toEqual(senders.accepted.toSorted());
    expect(await balanceOf(person)).toBe((2000 - 0.03 * stored.length).toFixed(2));
    expect(await checkLedger(app.deps.sql)).toEqual([]);
    expect((await server.fetch('/readyz')).status).toBe(200);
  }, 180_000);
}
