import { useMutation, useQueryClient } from '@tanstack/react-query';
import { decideSenderName, type SenderRequest } from '../../../../src/services/senders/contract.ts';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Accepts a sender name, or rejects it. */
export function useDecideSender({ id: nameId }: SenderRequest, onDecided: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof decideSenderName>) =>
      call(decideSenderName, { params: { nameId }, body }),
    onSuccess: () => {
      onDecided();
      for (const queryKey of [queryKeys.senderRequests, queryKeys.adminActivity]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
