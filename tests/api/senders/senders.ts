import { type SenderName, senderName } from '../../../src/services/senders/contract.ts';
import type { TestActor } from '../../kit/actors.ts';

export const register = async (person: TestActor, name: string): Promise<SenderName> =>
  senderName.parse(await (await askFor(person, name)).json());

export const askFor = (person: TestActor, name: string) =>
  person.as(`/api/users/${person.id}/sender-names`, { json: { name, purpose: 'News for our customers' } });

type Decision = { status: 'accepted'; registeredIn?: string[] } | { status: 'rejected'; reason: string };

export const decide = (admin: TestActor, nameId: string, decision: Decision) =>
  admin.as(`/api/admin/sender-names/${nameId}`, { method: 'PUT', json: decision });

export async function accepted(
  admin: TestActor,
  person: TestActor,
  name: string,
  registeredIn: string[] = [],
): Promise<SenderName> {
  const { id } = await register(person, name);
  return senderName.parse(await (await decide(admin, id, { status: 'accepted', registeredIn })).json());
}

export const sendFrom = (person: TestActor, senderId: string, recipients: string[], more: object = {}) =>
  person.as(`/api/users/${person.id}/sms`, { json: { senderId, recipients, message: 'Hello', ...more } });
