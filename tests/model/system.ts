import { expect } from 'bun:test';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { connect } from '../../db/client.ts';
import { creditMargins } from '../../src/money/margins/credit-margins.ts';
import { startMessaging } from '../../src/services/messaging/background.ts';
import { cancelAs, payAs, subscribeAs } from '../api/payments/orders.ts';
import { newHash, purchaseOf, submitAs } from '../api/payments/payments.ts';
import { makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { createDatabase } from '../kit/cluster.ts';
import { holdPrices, makePair, transfer } from '../kit/customers.ts';
import { eventually } from '../kit/eventually.ts';
import { newNumber } from '../kit/messages.ts';
import { openTcpProxy } from '../kit/tcp-proxy.ts';
import { type Asked, beginning, type Model, type Operation, WHO, type Who } from './model.ts';
import { readAs } from '../kit/read.ts';

/** A server without chores, whose connections to its database can be cut. */
export interface System {
  app: TestApp;
  admin: TestActor;
  /** A connection that does not go through the proxy, so that it is never cut. */
  sql: Sql;
  /** Resets all connections. */
  cut(): void;
  /** Resolves when the server has noticed every reset connection. */
  untilWell(): Promise<void>;
  stop(): Promise<void>;
}

/** More than the number of a server's connections. */
const QUESTIONS = 50;

export async function startSystem(): Promise<System> {
  const database = await createDatabase();
  const proxy = await openTcpProxy(database.url);
  const app = await startTestApp({ databaseUrl: proxy.url, background: false });
  const own = connect(database.url);
  return {
    app,
    admin: await makeAdmin(app),
    sql: own.sql,
    cut: () => proxy.reset(),
    untilWell: async () => {
      const questions = () => Array.from({ length: QUESTIONS }, () => app.deps.sql`select 1`);
      await eventually('the server is well', () =>
        Promise.all(questions()).then(
          () => true,
          () => false,
        ),
      );
    },
    stop: async () => {
      await own.close();
      await app.stop();
      await proxy.stop();
      await database.drop();
    },
  };
}

export type People = Record<Who, TestActor>;

/** New people, and the model of their first state. */
export async function makePeople({ app }: System): Promise<{ people: People; model: Model }> {
  const { reseller, customer } = await makePair(app);
  const people = { direct: await signUp(app), reseller, customer };
  const price = { method: 'PUT', json: { sms: '0.05' } };
  expect((await reseller.as(`/api/users/${reseller.id}/price-list`, price)).status).toBe(200);
  await holdPrices(app);
  const rates = await Promise.all(
    WHO.map(async (who) => {
      const response = await people[who].as(`/api/users/${people[who].id}/rates`);
      const { sms } = await readAs(response, z.object({ sms: z.string() }));
      return [who, Math.round(Number(sms) * 100)] as const;
    }),
  );
  return { people, model: beginning(z.record(z.enum(WHO), z.number()).parse(Object.fromEntries(rates))) };
}

const pounds = (pence: number) => (pence / 100).toFixed(2);

/** The request to the server, made from the model, which does not change meanwhile. */
export type Request = (headers: Record<string, string>) => Promise<Response>;

export function requestOf({ admin, app }: System, people: People, { operation, subject }: Asked): Request {
  const { id } = subject;
  const owner = people[subject.who];
  switch (operation.do) {
    case 'top up': {
      const json = purchaseOf({ amount: pounds(operation.amount) });
      return (headers) => submitAs(owner, json, headers);
    }
    case 'verify': {
      const json = { transactionId: id, transactionHash: newHash() };
      return (headers) => admin.as('/api/admin/verify-payment', { json, headers });
    }
    case 'reject':
      return (headers) => admin.as('/api/admin/reject-payment', { json: { transactionId: id }, headers });
    case 'reverse': {
      const json = { reason: 'It never arrived' };
      return (headers) => admin.as(`/api/admin/payments/${id}/reversals`, { json, headers });
    }
    case 'adjust': {
      const json = { amount: pounds(subject.change ?? 0), reason: 'A correction' };
      return (headers) => admin.as(`/api/admin/users/${owner.id}/adjustments`, { json, headers });
    }
    case 'send': {
      const { good, bad, scheduled } = operation;
      const recipients = [
        ...Array.from({ length: good }, () => newNumber()),
        ...Array.from({ length: bad }, () => newNumber('0000')),
      ];
      const sendAt = scheduled ? new Date(app.clock.now().getTime() + 3_600_000).toISOString() : undefined;
      const json = { senderId: 'Topline', recipients, message: 'Hello', sendAt };
      return (headers) => owner.as(`/api/users/${owner.id}/sms`, { json, headers });
    }
    case 'cancel':
      return (headers) => owner.as(`/api/users/${owner.id}/sms/${id}/cancel`, { method: 'POST', headers });
    case 'transfer': {
      const direction = operation.back ? 'from_customer' : 'to_customer';
      return (headers) =>
        transfer(people.reseller, people.customer, pounds(operation.amount), direction, headers);
    }
    case 'order':
      return (headers) => subscribeAs({ ...owner, as: withHeaders(owner, headers) }, 'basic');
    case 'pay':
      return (headers) => payAs(owner, id, headers);
    case 'cancel order':
      return (headers) => cancelAs({ ...owner, as: withHeaders(owner, headers) }, id);
    case 'suspend':
    case 'activate':
      return (headers) =>
        admin.withCookie(`/api/admin/users/${owner.id}/${operation.do}`, { method: 'PUT', headers });
  }
}

const withHeaders =
  ({ as }: TestActor, headers: Record<string, string>): TestActor['as'] =>
  (path, init) =>
    as(path, { ...init, headers: { ...init?.headers, ...headers } });

/** The server's id of the thing that it made. */
export async function idIn(operation: Operation, response: Response): Promise<string> {
  if (response.status !== 201 || !['top up', 'send', 'order'].includes(operation.do)) return '';
  const { id, transactionId } = await readAs(
    response,
    z.object({ id: z.string(), transactionId: z.string().optional() }),
  );
  return operation.do === 'order' ? (transactionId ?? '') : id;
}

/** Sends every message that may be sent, and stores the carriers' answers. */
export async function deliverAll({ app, sql }: System, { people }: { people: People }): Promise<void> {
  const messaging = startMessaging(app.deps);
  app.deps.signals.smsQueued.fire();
  await eventually('everything has left', async () => {
    const [open] = await sql`
      select exists (
        select from sms_recipients r join sms_messages m on m.id = r.message_id join users u on u.id = m.user_id
        where r.status in ('queued', 'sending') and m.send_at is null and u.status = 'active'
          and m.user_id = any(${Object.values(people).map(({ id }) => id)})
      ) as waits`;
    return open?.waits === false;
  });
  await messaging.stop();
}

export const payOut = ({ app }: System): Promise<void> => creditMargins(app.deps);

/** Balances and debts in pence, and 1 where the account is suspended, as they stand in the database. */
export async function accountsOf({ sql }: System, people: People): Promise<Record<string, number[]>> {
  const rows = await sql<{ id: string; credits: string; owed: string; suspended: boolean }[]>`
    select id, credits, owed, status = 'suspended' as suspended from users
    where id = any(${Object.values(people).map(({ id }) => id)})`;
  const of = (id: string) => rows.find((row) => row.id === id);
  const pence = (text?: string) => Math.round(Number(text) * 100);
  return Object.fromEntries(
    WHO.map((who) => {
      const row = of(people[who].id);
      return [who, [pence(row?.credits), pence(row?.owed), Number(row?.suspended)]];
    }),
  );
}
