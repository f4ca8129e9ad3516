import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { replyToConversation } from '../../../src/services/inbox/contract.ts';
import { unfilledIn } from '../../../src/shared/personal-text.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useCurrentUser } from '../../state/session.ts';
import { wantsConfirmation } from '../../ui/confirm-sending.tsx';
import { useSmsPrice } from '../../lib/use-sms-price.ts';

export interface ReplyTo {
  userId: string;
  conversationId: string;
  ownNumber: string;
  otherNumber: string;
}

/** A reply being written: its price, what is wrong with it, and sending it, after a question where it costs much. */
export function useReply({ userId, conversationId, ownNumber, otherNumber }: ReplyTo) {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState('');
  const [media, setMedia] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [fault, setFault] = useState<string>();
  const keys = useIdempotencyKey();
  const { price, ways } = useSmsPrice(useCurrentUser(), {
    ...{ message, media, ...(media !== null && { senderId: ownNumber }) },
    ...{ numbers: [otherNumber], personal: null },
  });
  const unfilled = unfilledIn(message);
  const reply = useMutation({
    mutationFn: () =>
      call(replyToConversation, {
        params: { id: userId, conversationId },
        body: { message, media, ...(unfilled.length > 0 ? { unfilledPlaceholders: true } : {}) },
        idempotencyKey: keys.keyOf({ message, media }),
      }),
    onSuccess: () => {
      setMessage('');
      setMedia(null);
      keys.renew();
      void queryClient.invalidateQueries({ queryKey: queryKeys.conversations(userId) });
    },
    onError: (error) => setFault(messageOf(error, t('inbox.sendFailed'))),
  });
  const send = () => {
    const parsed = bodyOf(replyToConversation).safeParse({ message, media });
    setFault(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (!parsed.success || reply.isPending) return;
    if (unfilled.length > 0 || wantsConfirmation(1, price)) setIsAsked(true);
    else reply.mutate();
  };
  const confirm = () => {
    setIsAsked(false);
    reply.mutate();
  };
  const takeBack = () => setIsAsked(false);
  return {
    message,
    setMessage,
    media,
    setMedia,
    ways,
    price,
    unfilled,
    fault,
    isBusy: reply.isPending,
    isAsked,
    send,
    confirm,
    takeBack,
  };
}
