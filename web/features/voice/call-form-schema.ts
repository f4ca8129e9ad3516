import { z } from 'zod';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import type { placeCall } from '../../../src/services/voice/contract.ts';
import { t } from '../../lib/i18n.ts';

const required = () => z.string().trim().min(1, t('voice.call.fillAll'));

/** The form as it is typed; what is more than empty is checked by the server. */
export const callFormSchema = () =>
  z.object({
    callerId: required(),
    destination: required(),
    recorded: z.boolean(),
    ivrEnabled: z.boolean(),
    callForwarding: z.boolean(),
    forwardingNumber: z.string().trim(),
    voicemail: z.boolean(),
    conferenceCall: z.boolean(),
  });

export type CallFormValues = z.output<ReturnType<typeof callFormSchema>>;

/** The form before anything was typed. */
export const emptyCall = (callerId: string | null): CallFormValues => ({
  callerId: callerId ?? '',
  destination: '',
  forwardingNumber: '',
  recorded: false,
  ivrEnabled: false,
  callForwarding: false,
  voicemail: false,
  conferenceCall: false,
});

/** What the server is asked for. */
export function toOrder(values: CallFormValues): BodyInputOf<typeof placeCall> {
  const { callForwarding, forwardingNumber, voicemail, conferenceCall, ...rest } = values;
  return {
    ...rest,
    pbxFeatures: {
      callForwarding,
      ...(callForwarding && forwardingNumber ? { forwardingNumber } : {}),
      voicemail,
      conferenceCall,
    },
  };
}
