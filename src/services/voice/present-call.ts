import type { callRecordings, voiceCalls } from '../../../db/schema/index.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { type CallRecording, isUnderWay, type VoiceCall } from './contract.ts';

export type CallRow = typeof voiceCalls.$inferSelect;
export type RecordingRow = typeof callRecordings.$inferSelect;

/** A call as its owner sees it. @param recordings all recordings of this call */
export const presentCall = (call: CallRow, recordings: readonly RecordingRow[]): VoiceCall => ({
  id: call.id,
  userId: call.userId,
  origin: call.origin,
  callerId: call.callerId,
  destination: call.destination,
  duration: call.duration,
  status: call.status,
  recorded: call.recorded,
  ivrEnabled: call.ivrEnabled,
  pbxFeatures: {
    callForwarding: call.callForwarding,
    forwardingNumber: call.forwardingNumber,
    voicemail: call.voicemail,
    conferenceCall: call.conferenceCall,
  },
  cost: formatMoney(call.cost, 4),
  actualCost: formatMoney(call.actualCost, 4),
  ratePerMinute: formatMoney(call.rate, 4),
  maxMinutes: call.maxMinutes,
  billedMinutes: call.billedMinutes,
  packageMinutes: call.packageMinutes,
  provider: call.provider,
  error: call.error,
  sipStatus: call.sipStatus,
  hangUpRequested: call.hangUpRequestedAt !== null && isUnderWay(call.status),
  calledAt: call.calledAt.toISOString(),
  answeredAt: call.answeredAt?.toISOString() ?? null,
  endedAt: call.endedAt?.toISOString() ?? null,
  recordings: presentRecordings(recordings),
  callDetails: { callId: call.id },
});

/** The recordings that are not deleted, oldest first. */
export const presentRecordings = (recordings: readonly RecordingRow[]): CallRecording[] =>
  recordings.flatMap(({ id, status, duration, contentType, bytes, createdAt }) =>
    status === 'deleted'
      ? []
      : [{ id, status, duration, contentType, bytes, createdAt: createdAt.toISOString() }],
  );
