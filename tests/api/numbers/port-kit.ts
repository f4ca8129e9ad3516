import { type NumberPort, type PortBody, numberPort } from '../../../src/services/numbers/ports/contract.ts';
import { readAs, newNumber, type TestActor } from '../../kit/index.ts';
import { uploaded } from './hand-in.ts';

/** A request to bring a number, with one file for both papers. */
export const portOf = (path: string | null, numbers = [newNumber()]): PortBody => ({
  ...{ numbers, losingCarrier: 'Old Telecom', accountNumber: 'A 1', pin: '2580' },
  holder: { name: 'Ada', street: 'High St 1', city: 'London', region: '', postalCode: 'N1', countryCode: 'GB' },
  ...{ authorityPath: path, billPath: path, wishedOn: null },
});

export const requestAs = (person: TestActor, body: PortBody) =>
  person.as(`/api/users/${person.id}/number-ports`, { json: body });

/** Asks for a number, with its papers. */
export async function requested(person: TestActor, numbers?: string[]): Promise<NumberPort> {
  return readAs(requestAs(person, portOf(await uploaded(person), numbers)), numberPort);
}
