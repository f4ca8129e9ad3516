import { type Fault, without } from './fault.ts';

/** Guards for the day on which a database, a disk or a clock fails, and for backups. */
export const OUTAGES: readonly Fault[] = [
  without('a full disk is an error of ours', 'src/edge/http/on-error.ts', '|53\\d{3}', ['recovery/faults']),
  without(
    'a database that went silent is waited for',
    'db/watch.ts',
    'const ANSWER_MS = 3000;',
    ['recovery/storms'],
    'const ANSWER_MS = 300_000;',
  ),
  without(
    'a send does not remember its Idempotency-Key',
    'src/services/messaging/sending/one-statement/statement.ts',
    'where ${p.key}::text is not null',
    ['recovery/failover'],
    'where ${p.key}::text is not null and false',
  ),
  without(
    "a process keeps its own machine's time",
    'src/platform/database-clock.ts',
    'now: () => new Date(performance.now() + offsetMs),',
    ['recovery/claims-of-others'],
    'now: () => new Date(),',
  ),
  without(
    "claims are taken over right after PostgreSQL's clock was set ahead",
    'src/services/messaging/delivery/claim.ts',
    '  if (deps.clock.wasSetAhead?.()) return [];\n',
    ['api/messaging/late-claims'],
  ),
  without(
    'a carrier is waited for a hundred times as long',
    'src/carriers/port.ts',
    'export const SEND_TIMEOUT_MS = 10_000;',
    ['carriers/hanging', 'api/messaging/hanging-carrier', 'api/voice/hanging-carrier'],
    'export const SEND_TIMEOUT_MS = 1_000_000;',
  ),
  without(
    'a carrier that never says how it is, is waited for',
    'src/carriers/probe.ts',
    'return Promise.race([asked, late])',
    ['api/messaging/hanging-carrier'],
    'return asked',
  ),
  without(
    'an adapter waits for its carrier without end',
    'src/carriers/adapters/http-carrier.ts',
    'signal, redirect',
    ['carriers/hanging'],
    'redirect',
  ),
  without(
    'a message without an answer is waited for without end',
    'src/services/messaging/delivery/hand-over.ts',
    'return await answerWithin(SEND_TIMEOUT_MS, answer, late);',
    ['api/messaging/hanging-carrier'],
    'return await answer;',
  ),
  without(
    'a call without an answer is waited for without end',
    'src/services/voice/running/dial.ts',
    'return await answerWithin(SEND_TIMEOUT_MS, placing, (result) => acceptLate(deps, call.id, result));',
    ['api/voice/hanging-carrier'],
    'return await placing;',
  ),
  without(
    'a hang-up without an answer is waited for without end',
    'src/services/voice/running/inquire.ts',
    'await answerWithin(SEND_TIMEOUT_MS, voice.hangUp(call.carrierCallId));',
    ['api/voice/hanging-carrier'],
    'await voice.hangUp(call.carrierCallId);',
  ),
  without(
    'a gateway is waited for longer than a message',
    'src/carriers/adapters/smpp/smpp.ts',
    'bindMs: 4000,',
    ['carriers/hanging'],
    'bindMs: 10_000,',
  ),
  without(
    'webhooks that waited at a backup are delivered after it was restored',
    'db/backup/after-restore.ts',
    "    await tx`update webhook_deliveries set status = 'failed' where status = 'pending'`;\n",
    ['recovery/backup'],
  ),
  without(
    'streams skip what happens after a backup was restored',
    'db/backup/after-restore.ts',
    "    await tx`select setval('event_positions', nextval('event_positions') + ${POSITIONS_AHEAD})`;\n",
    ['recovery/backup'],
  ),
];
