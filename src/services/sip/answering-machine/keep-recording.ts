import { readBytes } from '../../../edge/uploads/read-bytes.ts';
import { transact } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { readWav } from '../../../platform/kit/wav.ts';
import type { Deps } from '../../deps.ts';
import { keepMessage } from '../../voice/recordings/keep-message.ts';
import { findMachineCall } from './find-machine-call.ts';
import { TELEPHONE_RATE } from './tones.ts';

/**
 * Keeps the message of a caller, which an edge's answering machine has recorded. Sent twice, or after the end of the
 * call, it is one message.
 * @throws not_found (no such call, or no edge has it), payload_too_large, malformed_request,
 *   unsupported_media_type (not the sound of a telephone), unavailable (the store accepts nothing)
 */
export async function keepMachineRecording(
  deps: Deps,
  { callId, request }: { callId: string; request: Request },
): Promise<undefined> {
  await transact(deps, ({ db }) => findMachineCall(db, callId));
  const bytes = await readBytes(request);
  const sound = readWav(bytes);
  if (sound?.rate !== TELEPHONE_RATE) {
    throw new Problem('unsupported_media_type', 'The message must be a WAV file: 8 kHz, 16 bit, one channel');
  }
  const duration = Math.ceil(sound.samples.length / TELEPHONE_RATE);
  await keepMessage(deps, { callId, bytes, duration });
}
