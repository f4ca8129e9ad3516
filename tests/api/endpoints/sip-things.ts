import { rotateSipCredentials } from '../../../src/services/trunks/contract.ts';
import { readAnswer, type TestActor } from '../../kit/index.ts';
import { activeTrunk } from './things.ts';
import type { World } from './world.ts';

/** The credentials of a trunk of the owner's. */
export async function credentialsOf(world: World, owner: TestActor) {
  const { packageId } = await activeTrunk(world, owner);
  const path = `/api/users/${owner.id}/voice-packages/${packageId}/credentials`;
  const made = await owner.withCookie(path, { method: 'POST' });
  return { packageId: packageId ?? '', ...(await readAnswer(made, rotateSipCredentials)) };
}

export const newDialog = () => ({
  ...{ callId: crypto.randomUUID(), fromTag: 'a1', cseq: 1, branch: 'z9hG4bKa' },
  ...{ source: '192.0.2.2:5060', edge: 'http://127.0.0.1:5059/' },
});
