import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addOptOut,
  importOptOuts,
  listOptOuts,
  type OptOut,
  removeOptOut,
  getOptOutTexts,
  optOutTextsBody,
  setOptOutTexts,
} from '../../../../src/services/messaging/opt-outs/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { exampleNumber } from '../../../lib/example-number.ts';
import { Here } from '../../../ui/only.tsx';
import { t } from '../../../lib/i18n.ts';
import { closeAndReread, keyOf, queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FormDialog, saidOnce, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { MessageSquareOff, MessageSquareText, Plus, Search } from '../../../ui/icons.tsx';
import { ListCard } from '../../../ui/frames.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { toast, toastFailure, toastUndo } from '../../../ui/toast.tsx';
import { decodeFile } from '../compose/decode-file.ts';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { Time } from '../../../ui/values.tsx';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** Numbers that want no messages from this account, and what is answered to them. */
export function OptOuts() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const list = usePagedList(listOptOuts, { params: { id }, query: { search: wanted } });
  const isEmpty = list.rows.length === 0 && search === '';
  return (
    <ListCard
      title={t('optOuts.title')}
      description={t('optOuts.text')}
      actions={<Actions id={id} isEmpty={isEmpty} />}
      list={list}
      above={
        !isEmpty && (
          <div className="px-5 pb-3">
            <SearchInput label={t('optOuts.search')} value={search} onChange={setSearch} />
          </div>
        )
      }
      empty={
        wanted
          ? { icon: Search, title: t('optOuts.noMatch') }
          : { icon: MessageSquareOff, title: t('optOuts.empty'), description: t('optOuts.emptyHint') }
      }
      row={(row) => <OptOutRow optOut={row} />}
    />
  );
}

function Actions({ id, isEmpty }: { id: string; isEmpty: boolean }) {
  const [open, setOpen] = useState<'add' | 'texts' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <SmallButton may="setOptOutTexts" icon={MessageSquareText} onClick={() => setOpen('texts')}>
        {t('optOuts.texts.open')}
      </SmallButton>
      <Here may="importOptOuts">
        <ImportOptOuts />
      </Here>
      {!isEmpty && (
        <DownloadLink href={`/api/users/${id}/opt-outs.csv`} size="sm">
          {t('optOuts.export')}
        </DownloadLink>
      )}
      <Button may="addOptOut" size="sm" icon={Plus} onClick={() => setOpen('add')}>
        {t('optOuts.add')}
      </Button>
      {open === 'add' && <AddOptOut onClose={close} />}
      {open === 'texts' && <OptOutTexts onClose={close} />}
    </>
  );
}

/** Enters by hand a number that wants no messages. */
function AddOptOut({ onClose }: { onClose: () => void }) {
  const { id, country } = useCurrentUser();
  return (
    <TextDialog
      title={t('optOuts.addTitle')}
      description={t('optOuts.addText')}
      label={t('optOuts.number')}
      hint={t('sms.senders.numberHint', { example: exampleNumber(country).whole })}
      submitLabel={t('optOuts.add')}
      input={{ type: 'tel', maxLength: 32 }}
      send={async (number) => {
        await call(addOptOut, { params: { id }, body: { number } });
        void reread(queryKeys.optOuts(id));
      }}
      failed={t('optOuts.failed')}
      onClose={onClose}
    />
  );
}

/** Reads numbers that want no messages from a CSV file. */
function ImportOptOuts() {
  const { id, country } = useCurrentUser();
  const send = useMutation({
    mutationFn: async (file: File) =>
      call(importOptOuts, {
        params: { id },
        body: { file: decodeFile(new Uint8Array(await file.arrayBuffer())), ...(country === null ? {} : { country }) },
      }),
    onSuccess: ({ added, known, mended, refused, lines }) => {
      void reread(queryKeys.optOuts(id));
      toast(
        t('optOuts.imported', { count: added }),
        [
          ...(known > 0 ? [t('optOuts.importKnown', { count: known })] : []),
          ...(mended > 0 ? [t('optOuts.importMended', { count: mended })] : []),
          ...(refused > 0 ? [t('optOuts.importRefused', { count: refused, lines: lines.join(', ') })] : []),
        ].join(' '),
      );
    },
    onError: (error) => toastFailure(t('sms.file.refused'), messageOf(error, t('optOuts.failed'))),
  });
  return (
    <FilePicker
      label={t('optOuts.import')}
      accept=".csv,.txt,text/csv,text/plain"
      busy={send.isPending}
      onFile={(file) => send.mutate(file)}
    />
  );
}

/** A number that wants no messages, how that is known, and the way to take it back. */
function OptOutRow({ optOut: { id: optOutId, number, source, word, at } }: { optOut: OptOut }) {
  const { id } = useCurrentUser();
  const putBack = useMutation({
    mutationFn: () => call(addOptOut, { params: { id }, body: { number } }),
    onSuccess: () => reread(queryKeys.optOuts(id)),
    onError: sayFailed,
  });
  const remove = useMutation({
    mutationFn: () => call(removeOptOut, { params: { id, optOutId } }),
    onSuccess: () => {
      const title = t('optOuts.removed', { number });
      // Put back, it is an entry by hand: what somebody wrote themselves must not be made up.
      if (source === 'hand') toastUndo(title, () => putBack.mutate());
      else toast(title);
      return reread(queryKeys.optOuts(id));
    },
    onError: sayFailed,
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <WithNumbers className="font-medium">{number}</WithNumbers>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span className="break-words">{t(`optOuts.source.${source}`, { word: word ?? '' })}</span>
          <Time iso={at} />
        </p>
      </div>
      <AskFirst
        danger
        label={t('optOuts.remove')}
        nameOf={t('optOuts.removeOf', { number })}
        title={<WithNumbers>{t('optOuts.removeTitle', { number })}</WithNumbers>}
        description={t('optOuts.removeText')}
        action={remove}
      />
    </li>
  );
}

const sayFailed = (error: Error) => toastFailure(t('sms.senders.failedTitle'), messageOf(error, t('optOuts.failed')));

const WORDS = ['stop', 'start', 'help'] as const;

type Texts = ResponseOf<typeof getOptOutTexts>;

/** Shows the answers of the account's numbers to STOP, START and HELP. */
function OptOutTexts({ onClose }: { onClose: () => void }) {
  const { id } = useCurrentUser();
  const texts = useRead(getOptOutTexts, { id });
  return texts.data ? <TextsForm texts={texts.data} onClose={onClose} /> : null;
}

function TextsForm({ texts: { own, usual }, onClose }: { texts: Texts; onClose: () => void }) {
  const { id } = useCurrentUser();
  const form = useContractForm(optOutTextsBody, {
    defaultValues: { stop: own.stop ?? '', start: own.start ?? '', help: own.help ?? '' },
  });
  const shown = saidOnce(form, WORDS);
  const sending = useFormCall(form, {
    send: (body) => call(setOptOutTexts, { params: { id }, body }),
    onSent: closeAndReread(onClose, keyOf(getOptOutTexts, { id })),
    failed: t('optOuts.failed'),
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('optOuts.texts.title')}
      description={t('optOuts.texts.text')}
      submitLabel={t('optOuts.texts.save')}
    >
      {WORDS.map((word) => (
        <Field key={word} label={t(`optOuts.texts.${word}`)} {...shown[word]}>
          <Textarea {...form.register(word)} rows={2} maxLength={480} placeholder={usual[word] ?? ''} />
        </Field>
      ))}
    </FormDialog>
  );
}
