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
