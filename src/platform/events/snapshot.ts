/**
 * Where a reader of the outbox stands. Sequence numbers can commit out of order, so a position is not
 * a number but PostgreSQL's own answer to "which transactions have I seen": a `pg_snapshot`.
 *
 * A batch of events is what became visible between two snapshots, `before` and `after`, in the order of
 * their sequence numbers; a position is a place inside one batch. It is sent as an event's `id` and comes
 * back as `Last-Event-ID`. It holds for every process on the database alike.
 */
export interface Position {
  before: string;
  after: string;
  /** The last sequence number of this batch that was delivered. */
  seq: number;
}

const SNAPSHOT = String.raw`\d{1,20}:\d{1,20}:[\d,]{0,1500}`;
const POSITION = new RegExp(`^(${SNAPSHOT})~(${SNAPSHOT})~(\\d{1,15})$`);

/** The position right after everything that a snapshot shows. */
export const positionAt = (snapshot: string): Position => ({ before: snapshot, after: snapshot, seq: 0 });

export const formatPosition = ({ before, after, seq }: Position): string => `${before}~${after}~${seq}`;

/** Reads a `Last-Event-ID`; null where it is none of ours. */
export function parsePosition(text: string): Position | null {
  const match = POSITION.exec(text);
  if (!match?.[1] || !match[2]) return null;
  if (!isSnapshot(match[1]) || !isSnapshot(match[2])) return null;
  return { before: match[1], after: match[2], seq: Number(match[3]) };
}

/** PostgreSQL refuses a snapshot whose parts are out of order, and a refusal there would be our error. */
function isSnapshot(text: string): boolean {
  const [xmin = '', xmax = '', list = ''] = text.split(':');
  const [low, high] = [BigInt(xmin), BigInt(xmax)];
  if (low < 1n || high < low || high >= 2n ** 63n) return false;
  if (list === '') return true;
  if (!/^\d{1,20}(,\d{1,20})*$/.test(list)) return false;
  const running = list.split(',').map(BigInt);
  return running.every(
    (id, index) => id >= low && id < high && (index === 0 || id > (running[index - 1] ?? 0n)),
  );
}
