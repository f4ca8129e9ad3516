import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload } from '../../../ui/icons.tsx';
import { importOptOuts } from '../../../../src/services/messaging/opt-outs/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { decodeFile } from '../compose/decode-file.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Reads numbers that want no messages from a CSV file. */
export function ImportOptOuts() {
  const { id, country } = useCurrentUser();
  const queryClient = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: async (file: File) =>
      call(importOptOuts, {
        params: { id },
        body: {
          file: decodeFile(new Uint8Array(await file.arrayBuffer())),
          ...(country === null ? {} : { country }),
        },
      }),
    onSuccess: ({ added, known, mended, refused, lines }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.optOuts(id) });
      toast({
        title: t('optOuts.imported', { count: added }),
        description: [
          ...(known > 0 ? [t('optOuts.importKnown', { count: known })] : []),
          ...(mended > 0 ? [t('optOuts.importMended', { count: mended })] : []),
          ...(refused > 0 ? [t('optOuts.importRefused', { count: refused, lines: lines.join(', ') })] : []),
        ].join(' '),
      });
    },
    onError: (error) =>
      toast({
        title: t('sms.file.refused'),
        description: messageOf(error, t('optOuts.failed')),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        tabIndex={-1}
        aria-label={t('optOuts.import')}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send.mutate(file);
          // The same file chosen again must be a change again.
          target.value = '';
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        busy={send.isPending}
        icon={<Upload aria-hidden className="size-4" />}
        onClick={() => picker.current?.click()}
      >
        {t('optOuts.import')}
      </Button>
    </>
  );
}
