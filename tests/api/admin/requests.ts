import { expect } from 'bun:test';
import { type SecondWord, secondWord } from '../../../src/callers/second-word/contract.ts';
import type { TestActor } from '../../kit/actors.ts';
import { readAs } from '../../kit/read.ts';

/** What waits for a second administrator, as an administrator sees it. */
export async function waitingFor(admin: TestActor): Promise<SecondWord[]> {
  const response = await admin.withCookie('/api/admin/requests');
  expect(response.status).toBe(200);
  return await readAs(response, secondWord.array());
}

/** The one request about a subject. */
export async function requestAbout(admin: TestActor, subject: string): Promise<SecondWord> {
  const [found, another] = (await waitingFor(admin)).filter((request) => request.subject === subject);
  if (!found || another) throw new Error(`not one request waits for ${subject}`);
  return found;
}

export const agreeTo = (admin: TestActor, { id }: { id: string }): Promise<Response> =>
  admin.withCookie(`/api/admin/requests/${id}/agree`, { method: 'POST' });

export const withdraw = (admin: TestActor, { id }: { id: string }): Promise<Response> =>
  admin.withCookie(`/api/admin/requests/${id}`, { method: 'DELETE' });
