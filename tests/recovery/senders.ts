import { expect } from 'bun:test';
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { actorOf, balanceOf, type Server, type TestActor } from '../kit/actors.ts';
import { eventually, expectSoundBooks, newNumber, withId } from '../kit/index.ts';

export const SENDERS = 50;
/** How long a client waits before it repeats a refused request. */
const PAUSE_MS = 100;

/**
 * Customers' programs that send one message after the other, as fast as answers come. A request that is refused is
 * repeated with its key until it is accepted.
 */
export class Senders {
  readonly accepted: string[] = [];
  /** How many answers had each status other than 201. */
  readonly refusals = new Map<number, number>();
  longestPauseMs = 0;
  readonly #person: TestActor;
  #acceptedAt = performance.now();
  readonly #over = new AbortController();
  readonly #running: Promise<unknown>;

  /**
   * @param servers the servers that they call in turn
   * @param person the person whose account pays for all of them
   */
  constructor(servers: readonly Server[], person: TestActor) {
    const accounts = servers.map((server) => actorOf(server, person));
    this.#person = accounts[0] ?? person;
    this.#running = Promise.all(
      Array.from({ length: SENDERS }, async (_, index) => {
        const account = accounts[index % accounts.length] ?? person;
        while (!this.#over.signal.aborted) await this.#send(account);
      }),
    );
  }

  async #send(person: TestActor): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello' };
    for (;;) {
      const answer = await person.as(`/api/users/${person.id}/sms`, { json, headers });
      const said: unknown = await answer.json();
      if (answer.status === 201) return this.#accept(withId.parse(said).id);
      this.refusals.set(answer.status, (this.refusals.get(answer.status) ?? 0) + 1);
      await Bun.sleep(PAUSE_MS);
    }
  }

  #accept(id: string): void {
    this.accepted.push(id);
    this.longestPauseMs = Math.max(this.longestPauseMs, performance.now() - this.#acceptedAt);
    this.#acceptedAt = performance.now();
  }

  /** Resolves when further messages have been accepted. */
  async moreAccepted(withinMs: number): Promise<void> {
    const sofar = this.accepted.length;
    const isMore = async () => this.accepted.length >= sofar + 5 * SENDERS;
    await eventually('messages are accepted', withinMs, isMore);
  }

  /** Stops the programs after each has received its last answer. */
  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  /** Checks that each request was charged once, whatever earlier answers it got. */
  async expectAllOnce(sql: Sql, credit: number): Promise<void> {
    // 409: the first attempt of the same request is still in progress.
    expect([...this.refusals.keys()].filter((status) => status !== 503 && status !== 409)).toEqual([]);
    const stored = await sql<{ id: string }[]>`
      select m.id from sms_messages m join transactions t on t.id = m.transaction_id
      where m.user_id = ${this.#person.id} and t.amount = 0.03`;
    expect(stored.map(({ id }) => id).toSorted()).toEqual(this.accepted.toSorted());
    expect(await balanceOf(this.#person)).toBe((credit - 0.03 * stored.length).toFixed(2));
    await expectSoundBooks({ deps: { sql } });
  }
}
