import { z } from 'zod';
import type { User } from '../../../../src/callers/contract.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../../../src/services/messaging/contract.ts';
import { isSenderId, senderFault } from '../../../../src/shared/sender-id.ts';
import { t } from '../../../lib/i18n.ts';

/** The fault of a text that is too long to be sent. The text itself is not cut. */
export const tooLong = (text: string): string | undefined =>
  text.length > MAX_MESSAGE_CHARACTERS
    ? t('sms.compose.tooLong', { count: text.length, limit: MAX_MESSAGE_CHARACTERS })
    : undefined;

/** The form as it is typed: the recipients are one text until they are sent, the time is the reader's own. */
export const composeForm = () =>
  z
    .object({
      senderId: z.string().trim().min(1, t('sms.compose.fillAll')).refine(isSenderId, senderFault()),
      /** Recipients without a country's code are in this country; blank: they have to have one. */
      country: z.string(),
      recipients: z.string(),
      /** Contacts that get it as well: of one list, or of all if it is blank; null: none. */
      contacts: z.object({ list: z.string(), search: z.string() }).nullable(),
      message: z
        .string()
        .refine((text) => text.trim().length > 0, t('sms.compose.fillAll'))
        .refine((text) => !tooLong(text), { error: ({ input }) => tooLong(String(input)) }),
      /** The path of an uploaded picture. */
      media: z.string().nullable(),
      sendAt: z.string().min(1, t('sms.schedule.required')).nullable(),
      /** The columns of files that the message may name; their values have to be read again. */
      columns: z.array(z.string()),
    })
    .superRefine(({ recipients, contacts }, found) => {
      if (contacts !== null || recipients.trim() !== '') return;
      const message = t(recipients === '' ? 'sms.compose.fillAll' : 'sms.compose.noRecipient');
      found.addIssue({ code: 'custom', path: ['recipients'], message });
    });

/** The form in which the server takes them. */
export const audienceOf = ({ list, search }: NonNullable<ComposeValues['contacts']>) => ({
  lists: list === '' ? [] : [list],
  search: search.trim(),
});

export type ComposeValues = z.output<ReturnType<typeof composeForm>>;

/** The form before anything was typed, with the account's own values. */
export const emptyMessage = ({
  defaultCallerId,
  country,
}: Pick<User, 'defaultCallerId' | 'country'>): ComposeValues => ({
  senderId: defaultCallerId ?? '',
  country: country ?? '',
  recipients: '',
  contacts: null,
  message: '',
  media: null,
  sendAt: null,
  columns: [],
});
