import { type VoiceCall, voiceCall } from '../../../src/services/voice/contract.ts';
import { example } from '../../kit/example.ts';

export function ringingCall(userId: string, at: Date): Omit<VoiceCall, 'callDetails'> {
  const id = Bun.randomUUIDv7();
  const { callDetails: _details, ...call } = example(voiceCall, {
    ...{ id, userId, status: 'ringing', duration: 0, error: null, sipStatus: null, recordings: [], legs: [] },
    calledAt: at.toISOString(),
  });
  return call;
}
