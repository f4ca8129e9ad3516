import { z } from 'zod';
import { connect } from '../../db/client.ts';
import { hashToken } from '../../src/callers/credentials.ts';
import { parseAs, systemClock, there } from '../kit/index.ts';
import { prefixesOf } from '../../src/money/pricing/rate-row-sql.ts';
import { newId } from '../../src/platform/kit/ids.ts';
import { runShortSend } from '../../src/services/messaging/sending/one-statement/statement.ts';
import { wording } from '../../src/platform/kit/wordings.ts';

/** Runs the SQL statement of a send directly on PostgreSQL: no server can be faster than this. */
const straightJob = z.object({
  people: z.object({ id: z.string(), key: z.string() }).array(),
  concurrency: z.number(),
  warmUpSeconds: z.number(),
  seconds: z.number(),
});

const job = parseAs(process.argv[2] ?? '{}', straightJob);
const { sql, close } = connect(process.env.DATABASE_URL ?? '');
const send = shortSend();
const callers = job.people.map(({ id, key }) => ({ id, tokenHash: hashToken(key) }));
let made = 0;
let answered = 0;
const measureFrom = performance.now() + job.warmUpSeconds * 1000;
const measureTo = measureFrom + job.seconds * 1000;

function shortSend() {
  const statement = runShortSend({
    bulk: false,
    sendAt: null,
    texts: null,
    recipientCount: 1,
    riskOfEach: null,
    heldFor: null,
  });
  if (!statement) throw new Error('a text to one number at once has a short statement');
  return statement;
}

async function keepSending(): Promise<void> {
  while (performance.now() < measureTo) {
    const caller = there(callers[made++ % callers.length], 'a load needs people');
    const now = systemClock.now();
    const [row] = await send(sql, {
      kind: 'key',
      address: '',
      tokenHash: caller.tokenHash,
      now,
      secondFactorNeeded: false,
      owner: caller.id,
      codes: '+44',
      prefixes: prefixesOf('+447700900000'),
      codeOfEach: '+44',
      transactionId: newId(systemClock),
      entryId: newId(systemClock),
      wording: JSON.stringify(wording('sms', { number: '+447700900000' })),
      shownPrice: null,
      despiteOptOut: false,
      urgency: 1,
      key: `${process.pid}-${made}`,
      method: 'POST',
      path: `/api/users/${caller.id}/sms`,
      keysSince: now,
      messageId: newId(systemClock),
      senderId: 'Topline',
      message: `Your code is ${made}`,
      parts: 1,
      shortParts: 1,
      recipientCount: 1,
      unreachedEach: null,
      riskOfEach: null,
      mmsOfEach: null,
      bulk: false,
      sendAt: null,
      validityMinutes: null,
      resendOf: null,
      ...{ heldFor: null, requestId: null },
      mediaId: null,
      mediaKey: null,
      firstId: newId(systemClock),
      numbers: '+447700900000',
      texts: null,
      partsOfEach: null,
      shortPartsOfEach: null,
      shown: 1000,
      bodyHash: caller.tokenHash,
    });
    if (!row?.answer) throw new Error('a send was refused');
    const at = performance.now();
    if (at >= measureFrom && at < measureTo) answered++;
  }
}

await Promise.all(Array.from({ length: job.concurrency }, keepSending));
await close();
console.log(JSON.stringify({ rate: answered / job.seconds, failures: 0, firstFailure: '' }));
