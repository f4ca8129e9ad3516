import type { Outbox } from './outbox.ts';
import { secondsOf, telephoneWav } from './tones.ts';

/** A shorter recording is no message. */
const SHORTEST_SECONDS = 1;

/** Keeps what a caller said, which is to be sent. @returns whether it is a message */
export async function keepMessage(outbox: Outbox, callId: string, said: Int16Array): Promise<boolean> {
  if (secondsOf(said) < SHORTEST_SECONDS) return false;
  await outbox.keep(callId, telephoneWav(said));
  return true;
}
