import { eq } from 'drizzle-orm';
import { brands } from '../../db/schema/index.ts';
import type { TestApp } from './app.ts';

/** Marks a reseller's host name as proven, as if its DNS record had just been found. */
export async function proveHost(app: TestApp, { id }: { id: string }): Promise<void> {
  const now = app.clock.now();
  await app.deps.db.update(brands).set({ hostProvenAt: now, hostCheckedAt: now }).where(eq(brands.userId, id));
}
