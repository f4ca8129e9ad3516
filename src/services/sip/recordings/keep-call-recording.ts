import { readBytes } from '../../../edge/uploads/read-bytes.ts';
import { transact } from '../../../platform/events/transact.ts';
import { notFound, Problem } from '../../../platform/kit/errors.ts';
import { readWav } from '../../../platform/kit/wav.ts';
import type { Deps } from '../../deps.ts';
import { lockCall } from '../../voice/read-call.ts';
import { keepFile } from '../../voice/recordings/keep-message.ts';
import { heldByEdge, readAddress } from '../../voice/trunk/held-by-edge.ts';
import { TELEPHONE_RATE } from '../answering-machine/tones.ts';
import { PART_SECONDS } from './contract.ts';

const MOST_BYTES = PART_SECONDS * TELEPHONE_RATE * 2 + 1024;

/**
 * Keeps a part of what an edge recorded of a call, beside the recordings that carriers make. Sent twice it is one.
 * @throws not_found (no such call, or no edge has it), payload_too_large, malformed_request,
 *   unsupported_media_type (not the sound of a telephone), unavailable (the store accepts nothing)
 */
export async function keepCallRecording(
  deps: Deps,
  { callId, part, request }: { callId: string; part: number; request: Request },
): Promise<undefined> {
  const heard = await transact(deps, async ({ db }) => {
    const call = await lockCall(db, callId);
    if (call && (await heldByEdge(db, call))) return callId;
    // What rings a trunk by an address of ours is a leg: the recording is one of the call that its owner received.
    if (!call?.parentId || !(await readAddress(db, callId))) throw notFound('Call');
    return call.parentId;
  });
  const bytes = await readBytes(request, MOST_BYTES);
  const sound = readWav(bytes);
  if (sound?.rate !== TELEPHONE_RATE) {
    throw new Problem('unsupported_media_type', 'The recording must be a WAV file: 8 kHz, 16 bit, one channel');
  }
  const duration = Math.ceil(sound.samples.length / TELEPHONE_RATE);
  await keepFile(deps, { callId: heard, name: `${callId}/${part}`, bytes, duration, isMessage: false });
}
