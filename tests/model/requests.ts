import { z } from 'zod';
import { signReports } from '../../src/carriers/adapters/sandbox/sandbox.ts';
import { cancelAs, payAs, subscribeAs } from '../api/payments/orders.ts';
import { newHash, purchaseOf, submitAs } from '../api/payments/payments.ts';
import { newDestination, orderCall } from '../api/voice/calls.ts';
import { sendSandboxNews } from '../api/voice/news.ts';
import { newNumber, readAs, type TestActor, transfer, newNumbers } from '../kit/index.ts';
import type { Asked, Operation } from './model.ts';
import type { People, System } from './system.ts';

/** The request to the server, made from the model, which does not change meanwhile. */
export type Request = (headers: Record<string, string>) => Promise<Response>;

const pounds = (pence: number) => (pence / 100).toFixed(2);

export function requestOf(system: System, people: People, { operation, subject }: Asked): Request {
  const { admin, app } = system;
  const { id } = subject;
  const owner = people[subject.who];
  const own = `/api/users/${owner.id}`;
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
      const json = { amount: pounds(operation.amount), reason: 'A correction' };
      return (headers) => admin.as(`/api/admin/users/${owner.id}/adjustments`, { json, headers });
    }
    case 'send': {
      const { good, bad, scheduled } = operation;
      const recipients = [...newNumbers(good), ...newNumbers(bad, '0000')];
      const sendAt = scheduled ? new Date(app.clock.now().getTime() + 3_600_000).toISOString() : undefined;
      const json = { senderId: 'Topline', recipients, message: 'Hello', sendAt };
      return (headers) => owner.as(`${own}/sms`, { json, headers });
    }
    case 'cancel':
      return (headers) => owner.as(`${own}/sms/${id}/cancel`, { method: 'POST', headers });
    case 'report':
      return () => report(system, id, operation.delivered ? 'delivered' : 'undelivered');
    case 'call': {
      const destination = newDestination();
      return (headers) => orderCall(owner, { destination }, headers);
    }
    case 'hang up':
      return (headers) => owner.as(`${own}/voice/${id}/hang-up`, { method: 'POST', headers });
    case 'call ends':
      return () => callEnds(system, id, operation.seconds);
    case 'buy': {
      const json = { number: newNumber(), country: 'United Kingdom' };
      return (headers) => owner.as(`${own}/did-numbers`, { json, headers });
    }
    case 'renew':
      return (headers) => owner.as(`${own}/did-numbers/${id}/renew`, { method: 'POST', headers });
    case 'limit': {
      const dailyLimit = operation.limit === null ? null : pounds(operation.limit);
      const json = { dailyLimit, countryLimit: null, countries: {} };
      return (headers) => owner.withCookie(`${own}/limits`, { method: 'PUT', json, headers });
    }
    case 'price': {
      const json = { sms: pounds(operation.sms) };
      return (headers) => owner.as(`${own}/price-list`, { method: 'PUT', json, headers });
    }
    case 'transfer': {
      const direction = operation.back ? 'from_customer' : 'to_customer';
      return (headers) => transfer(people.reseller, people.customer, pounds(operation.amount), direction, headers);
    }
    case 'order':
      return (headers) => subscribeAs({ ...owner, as: withHeaders(owner, headers) }, 'basic');
    case 'pay':
      return (headers) => payAs(owner, id, headers);
    case 'cancel order':
      return (headers) => cancelAs({ ...owner, as: withHeaders(owner, headers) }, id);
    case 'suspend':
    case 'activate':
      return (headers) => admin.withCookie(`/api/admin/users/${owner.id}/${operation.do}`, { method: 'PUT', headers });
  }
}

const withHeaders =
  ({ as }: TestActor, headers: Record<string, string>): TestActor['as'] =>
  (path, init) =>
    as(path, { ...init, headers: { ...init?.headers, ...headers } });

/** A carrier says of every recipient of a message whether it arrived; before it has any, of one that nobody knows. */
async function report({ app, fetch: ask }: System, messageId: string, status: 'delivered' | 'undelivered') {
  const rows = await app.deps.sql<{ id: string }[]>`
    select s.id from sandbox_messages s join sms_recipients r on r.id::text = s.reference
    where r.message_id = ${messageId}`;
  const ids = rows.length > 0 ? rows.map(({ id }) => id) : [crypto.randomUUID()];
  const { body, headers } = signReports(
    app.deps,
    'sandbox',
    ids.map((id) => ({ id, status })),
  );
  return ask('/api/callbacks/sandbox', { method: 'POST', body, headers });
}

/** A carrier says how long a call lasted; before it has the call, of one that it does not have. */
async function callEnds({ app, fetch: ask }: System, callId: string, seconds: number) {
  const [call] = await app.deps.sql<{ id: string }[]>`select id from sandbox_calls where reference = ${callId}`;
  const news = { id: call?.id ?? crypto.randomUUID(), reference: callId, state: 'ended', end: 'completed', seconds };
  return sendSandboxNews({ ...app, fetch: ask }, [news]);
}

const MAKING: ReadonlySet<Operation['do']> = new Set(['top up', 'send', 'call', 'buy', 'order']);

/** The server's id of the thing that it made. */
export async function idIn(operation: Operation, response: Response): Promise<string> {
  if (response.status !== 201 || !MAKING.has(operation.do)) return '';
  const { id, transactionId } = await readAs(
    response,
    z.object({ id: z.string(), transactionId: z.string().nullish() }),
  );
  return operation.do === 'order' ? (transactionId ?? '') : id;
}
