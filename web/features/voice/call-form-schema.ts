import { z } from 'zod';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import type { User } from '../../../src/callers/contract.ts';
import type { placeCall } from '../../../src/services/voice/contract.ts';
import { t } from '../../lib/i18n.ts';

const required = () => z.string().trim().min(1, t('voice.call.fillAll'));

/** The form as it is typed; what is more than empty is checked by the server. */
export const callFormSchema = () =>
  z
    .object({
      /** The customer's own telephone rings first, and is then connected with the destination; or they talk in this browser. */
      first: z.enum(['mine', 'browser', 'theirs']),
      ownPhone: z.string().trim(),
      callerId: required(),
      destination: required(),
      recorded: z.boolean(),
      ivrEnabled: z.boolean(),
      callForwarding: z.boolean(),
      forwardingNumber: z.string().trim(),
      voicemail: z.boolean(),
      conferenceCall: z.boolean(),
    })
    .refine(({ first, ownPhone }) => first !== 'mine' || ownPhone !== '', {
      path: ['ownPhone'],
      error: () => t('voice.call.fillAll'),
    })
    .refine(({ first, ...call }) => first !== 'theirs' || HEARD.some((name) => call[name]), {
      path: ['ivrEnabled'],
      error: () => t('voice.options.none'),
    });

/** What somebody hears who is called without us. */
export const HEARD = ['ivrEnabled', 'voicemail', 'conferenceCall', 'callForwarding'] as const;

export type CallFormValues = z.output<ReturnType<typeof callFormSchema>>;

/** The form before anything was typed: what is the customer's own rings first. @param trunk has a telephone in the page */
export const emptyCall = (
  { defaultCallerId, phone }: Pick<User, 'defaultCallerId' | 'phone'>,
  trunk?: object,
): CallFormValues => ({
  first: trunk && !phone ? 'browser' : 'mine',
  ownPhone: phone ?? '',
  callerId: defaultCallerId ?? '',
  destination: '',
  forwardingNumber: '',
  recorded: false,
  ivrEnabled: false,
  callForwarding: false,
  voicemail: false,
  conferenceCall: false,
});

/** Makes the server's request: to ring one's own telephone first is to forward a call to it. */
export function toOrder(values: CallFormValues): BodyInputOf<typeof placeCall> {
  const { callForwarding, forwardingNumber, voicemail, conferenceCall, first, ownPhone, ...rest } = values;
  if (first === 'mine') {
    return {
      ...{ callerId: rest.callerId, destination: ownPhone, recorded: rest.recorded },
      pbxFeatures: { callForwarding: true, forwardingNumber: rest.destination },
    };
  }
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
