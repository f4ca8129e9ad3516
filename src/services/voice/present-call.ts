import type { callRecordings, voiceCalls } from '../../../db/schema/index.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { type CallLeg, type CallRecording, isUnderWay, type VoiceCall } from './contract.ts';

export type CallRow = typeof voiceCalls.$inferSelect;
export type RecordingRow = typeof callRecordings.$inferSelect;

/** Everything that belongs to a call. */
export interface CallParts {
  recordings: readonly RecordingRow[];
  legs: readonly CallRow[];
}

const presentAnswered = (call: CallRow) => ({
  ...{ destination: call.destination, status: call.status, duration: call.duration },
  cost: formatMoney(call.cost, 4),
  actualCost: formatMoney(call.actualCost, 4),
  exactCost: call.exactCost === null ? null : formatMoney(call.exactCost, 4),
  ratePerMinute: formatMoney(call.rate, 4),
  ...{ maxMinutes: call.maxMinutes, billedMinutes: call.billedMinutes, packageMinutes: call.trunkMinutes },
  ...{ error: call.error, sipStatus: call.sipStatus },
  answeredAt: call.answeredAt?.toISOString() ?? null,
  endedAt: call.endedAt?.toISOString() ?? null,
});

/** A call as its owner sees it: with its recordings, and its legs inside. */
export const presentCall = (call: CallRow, { recordings, legs }: CallParts): VoiceCall => ({
  ...{ id: call.id, userId: call.userId, origin: call.origin, callerId: call.callerId },
  ...presentAnswered(call),
  ...{ recorded: call.recorded, ivrEnabled: call.ivrEnabled },
  pbxFeatures: {
    callForwarding: call.callForwarding,
    forwardingNumber: call.forwardingNumber,
    voicemail: call.voicemail,
    conferenceCall: call.conferenceCall,
  },
  provider: call.provider,
  quality: call.quality,
  hangUpRequested: call.hangUpRequestedAt !== null && isUnderWay(call.status),
  calledAt: call.calledAt.toISOString(),
  recordings: presentRecordings(recordings),
  legs: legs.map(presentLeg),
  callDetails: { callId: call.id },
});

/** A leg, as its payer sees it. */
export const presentLeg = (leg: CallRow): CallLeg => ({
  ...{ id: leg.id, kind: leg.origin === 'incoming' ? 'trunk' : 'number' },
  ...presentAnswered(leg),
});

/** The recordings that are not deleted, oldest first. */
export const presentRecordings = (recordings: readonly RecordingRow[]): CallRecording[] =>
  recordings.flatMap(({ id, status, duration, contentType, bytes, createdAt }) =>
    status === 'deleted' ? [] : [{ id, status, duration, contentType, bytes, createdAt: createdAt.toISOString() }],
  );
