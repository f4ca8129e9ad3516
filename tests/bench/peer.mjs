/**
 * What the bench compares with: the same slice of the API on the same tables, as it is commonly written
 * with Fastify and pg on Node: response schemas, a pool, queries with parameters, one transaction per send.
 * With PEER_STATEMENTS=named each query is named, so that PostgreSQL plans it once per connection.
 */
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { messageSchema, sendBody, transactionSchema, userSchema } from './peer-schemas.mjs';

// Numbers and times come as text, as they do in the API.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const named = process.env.PEER_STATEMENTS === 'named';
/** A query as pg takes it. */
const query = (name, statement, values) => ({ ...(named ? { name } : {}), text: statement, values });
const app = Fastify({ logger: false });

class Refusal extends Error {
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}

const hash = (value) => createHash('sha256').update(value).digest('hex');
const iso = (date) => date?.toISOString() ?? null;

/** The caller by key, and whether the account in the path is theirs. */
async function guard(request) {
  const [scheme, key] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Bearer' || !key) throw new Refusal(401, 'Please sign in');
  const { rows } = await pool.query(
    query(
      'caller',
      `select u.id, u.role, u.status from api_keys k join users u on u.id = k.user_id
        where k.token_hash = $1 and k.revoked_at is null`,
      [hash(key)],
    ),
  );
  const [caller] = rows;
  if (!caller) throw new Refusal(401, 'Please sign in');
  if (caller.status !== 'active') throw new Refusal(403, 'This account is suspended');
  if (caller.role !== 'admin' && caller.id !== request.params.id) throw new Refusal(403, 'Forbidden');
  request.caller = caller;
}

app.get('/api/users/:id', { preHandler: guard, schema: { response: { 200: userSchema } } }, async (request) => {
  const { rows } = await pool.query(
    query(
      'user',
      `select u.*, k.last_four,
            exists (select from account_closings where user_id = u.id) as is_closed
          from users u
          left join api_keys k on k.user_id = u.id and k.name = 'default' and k.revoked_at is null
          where u.id = $1`,
      [request.params.id],
    ),
  );
  const [user] = rows;
  if (!user) throw new Refusal(404, 'User not found');
  return {
    id: user.id,
    email: user.email,
    emailConfirmed: user.email_confirmed_at !== null,
    pendingEmail: user.pending_email,
    hasSecondFactor: user.has_second_factor,
    fullName: user.full_name,
    company: user.company,
    phone: user.phone,
    language: user.language,
    role: user.role,
    status: user.status,
    isClosed: user.is_closed,
    credits: user.credits,
    owed: user.owed,
    resellerPackage: user.reseller_package,
    resellerExpiresAt: iso(user.reseller_expires_at),
    resold: user.reseller_id !== null,
    defaultCallerId: user.default_caller_id,
    callerIdType: user.caller_id_type,
    lowBalanceLevel: user.low_balance_level,
    apiKey: `tl_live_…${user.last_four}`,
    limitReachedAt: iso(user.limit_reached_at),
    limitLiftedUntil: iso(user.limit_lifted_until),
    createdAt: iso(user.created_at),
    updatedAt: iso(user.updated_at),
  };
});

app.get(
  '/api/users/:id/transactions',
  {
    preHandler: guard,
    schema: {
      querystring: {
        type: 'object',
        properties: { limit: { type: 'integer', default: 100, maximum: 1000 } },
      },
      response: { 200: { type: 'array', items: transactionSchema } },
    },
  },
  async (request) => {
    const { rows } = await pool.query(
      query('transactions', 'select * from transactions where user_id = $1 order by id desc limit $2', [
        request.params.id,
        request.query.limit,
      ]),
    );
    return rows.map((row) => ({
      id: row.id,
      userId: row.user_id,
      type: row.type,
      amount: row.amount,
      description: row.description,
      status: row.status,
      balanceChange: row.balance_change,
      balanceAfter: row.balance_after,
      cryptocurrency: row.cryptocurrency,
      cryptoAmount: row.crypto_amount,
      walletAddress: row.crypto_address,
      quoteId: row.quote_id,
      receivedAmount: row.received_amount,
      receivedCryptoAmount: row.received_crypto_amount,
      transactionHash: row.transaction_hash,
      outputIndex: row.output_index,
      receiptImageUrl: row.receipt_image,
      explorerUrl: null,
      settlesTransactionId: row.settles_transaction_id,
      refundsTransactionId: row.refunds_transaction_id,
      counterpartTransactionId: row.counterpart_transaction_id,
      resellerPackage: row.reseller_package,
      voicePackageId: row.voice_package_id,
      reason: row.reason,
      createdAt: iso(row.created_at),
      settledAt: iso(row.settled_at),
    }));
  },
);

app.post(
  '/api/users/:id/sms',
  { preHandler: guard, schema: { body: sendBody, response: { 201: messageSchema } } },
  async (request, reply) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const message = await send(client, request);
      await client.query('commit');
      return reply.code(201).send(message);
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
);

/** One send in an open transaction: key, balance, message, queue, charge, event. Pence and mills are integers. */
async function send(client, { caller, params, body, headers, url }) {
  const now = new Date();
  const key = headers['idempotency-key'] ?? null;
  const bodyHash = hash(JSON.stringify(body));
  const run = (name, statement, values) => client.query(query(name, statement, values));
  if (key) {
    const { rows } = await run(
      'stored',
      `select body_hash, response from idempotency_keys
        where user_id = $1 and method = 'POST' and path = $2 and key = $3`,
      [caller.id, url, key],
    );
    if (rows[0] && rows[0].body_hash !== bodyHash) throw new Refusal(422, 'This key was used with another body');
    if (rows[0]) return JSON.parse(rows[0].response);
  }
  const { rows: payers } = await run(
    'payer',
    'select role, reseller_expires_at, credits from users where id = $1 for update',
    [params.id],
  );
  const [payer] = payers;
  if (!payer) throw new Refusal(404, 'User not found');
  const numbers = [...new Set(body.recipients)];
  const parts = Math.ceil(body.message.length / 160);
  const rate = payer.role === 'reseller' && payer.reseller_expires_at > now ? 2 : 3;
  const price = rate * parts * numbers.length;
  const credits = Math.round(Number(payer.credits) * 100);
  if (credits < price) throw new Refusal(402, 'Insufficient credits');
  const pounds = (pence, places = 2) => (pence / 100).toFixed(places);
  const balance = pounds(credits - price);
  // What was spent today is counted as ours is, for the books to add up.
  await run(
    'debit',
    `update users set credits = $2, spent_on = $3::date,
      spent_today = case when spent_on = $3::date then spent_today else 0 end + $4,
      spent_by_country = case when spent_on = $3::date then spent_by_country else '{}' end || jsonb_build_object($5::text,
        (coalesce(case when spent_on = $3::date then (spent_by_country ->> $5::text)::numeric end, 0) + $4)::text)
      where id = $1 and as_ledger()`,
    [params.id, balance, now.toISOString().slice(0, 10), pounds(price), numbers[0].slice(0, 3)],
  );
  const transactionId = randomUUID();
  await run(
    'charge',
    `insert into transactions (id, user_id, type, amount, description, status, balance_change, balance_after,
      created_at, settled_at) values ($1, $2, 'sms_charge', $3, $4, 'completed', $5, $6, $7, $7)`,
    [transactionId, params.id, pounds(price), `SMS to ${numbers[0]}`, pounds(-price), balance, now],
  );
  await run(
    'entry',
    `insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
      select $1::uuid, $2::uuid, $3::numeric, $4::numeric, $5::uuid, $6::timestamptz where as_ledger()`,
    [randomUUID(), params.id, pounds(-price), balance, transactionId, now],
  );
  const id = randomUUID();
  await run(
    'message',
    `insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost,
      transaction_id, recipient_count, queued_count, sent_at)
      values ($1, $2, $3, $4, $5, 'queued', $6, $6, $7, $8, $8, $9)`,
    [id, params.id, body.senderId, body.message, parts, pounds(price, 4), transactionId, numbers.length, now],
  );
  const cost = pounds(rate * parts, 4);
  const recipients = numbers.map((number) => ({
    number,
    messageId: randomUUID(),
    status: 'queued',
    cost,
    error: null,
  }));
  await run(
    'queue',
    `insert into sms_recipients (id, message_id, number, status, cost, bulk, due_at)
      select unnest($1::uuid[]), $2, unnest($3::text[]), 'queued', $4, $5, $6`,
    [recipients.map((each) => each.messageId), id, numbers, cost, numbers.length > 10, now],
  );
  const event = { at: now, userId: params.id, credits: balance, reason: 'sms_charge' };
  await run(
    'event',
    `insert into events (name, user_id, to_owner, to_admins, to_everyone, data, at)
      values ('balance', $1, true, false, false, $2, $3)`,
    [params.id, JSON.stringify(event), now],
  );
  const counts = { queued: numbers.length, sent: 0, delivered: 0, failed: 0, unknown: 0 };
  const message = {
    id,
    userId: params.id,
    senderId: body.senderId,
    recipients: numbers,
    message: body.message,
    parts,
    status: 'queued',
    cost: pounds(price, 4),
    actualCost: pounds(price, 4),
    provider: null,
    sentAt: iso(now),
    sendAt: null,
    recipientCount: numbers.length,
    counts,
    messageDetails: { recipients },
  };
  if (key) {
    await run(
      'kept',
      `insert into idempotency_keys (user_id, method, path, key, body_hash, status, response, created_at)
        values ($1, 'POST', $2, $3, $4, 201, $5, $6)`,
      [caller.id, url, key, bodyHash, JSON.stringify(message), now],
    );
  }
  return message;
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
