import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/kit/clock.ts';
import { mapPaced } from '../../../platform/kit/turn.ts';

/**
 * Consecutive UUIDs of version 7: the time, then a counter of 20 bits, then random bits (RFC 9562, section 6.2, method
 * 1). The ids of one message's recipients have the given order. Separate ids of the same millisecond would not keep
 * the order of so many.
 */
export async function recipientIds(clock: Clock, count: number): Promise<string[]> {
  const time = clock.now().getTime().toString(16).padStart(12, '0');
  const chance = randomBytes(count * 7).toString('hex');
  return mapPaced(Array.from({ length: count }), (_, index) => {
    const counter = index.toString(16).padStart(5, '0');
    const random = chance.slice(index * 14, index * 14 + 13);
    // 12 bits of the counter follow the version; the other 8 follow the variant, which is `8` here.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.slice(0, 3)}-8${counter.slice(3)}${random[0]}-${random.slice(1)}`;
  });
}
