import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getNotes, MAX_NOTE, MAX_TAG, MAX_TAGS, setNotes } from '../../../../src/admin/accounts/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/use-may.ts';
import { keyOf, useRead } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form-frame.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The administrators' notes on an account for each other; its owner does not see them. */
export function UserNotes({ userId }: { userId: string }) {
  return (
    <ReadFrame read={useRead(getNotes, { id: userId })}>
      {(notes) => <NotesForm key={notes.updatedAt} userId={userId} notes={notes} />}
    </ReadFrame>
  );
}

const tagsIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

function NotesForm({ userId: id, notes }: { userId: string; notes: ResponseOf<typeof getNotes> }) {
  const queryClient = useQueryClient();
  const [note, setNote] = useState(notes.note);
  const [tags, setTags] = useState(notes.tags.join(', '));
  const save = useMutation({
    mutationFn: () => call(setNotes, { params: { id }, body: { note, tags: tagsIn(tags) } }),
    onSuccess: (saved) => {
      toast(t('admin.notes.saved'));
      queryClient.setQueryData(keyOf(getNotes, { id }), saved);
    },
  });
  return (
    <Form onSubmit={() => save.mutate()} className="flex flex-col gap-3">
      <Field label={t('admin.notes.tags')} hint={t('admin.notes.tagsHint')}>
        <Input
          value={tags}
          maxLength={MAX_TAGS * (MAX_TAG + 2)}
          onChange={(event) => setTags(event.target.value)}
          autoComplete="off"
        />
      </Field>
      <Field label={t('admin.notes.note')} hint={t('admin.notes.noteHint')}>
        <Textarea rows={3} value={note} maxLength={MAX_NOTE} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {save.error && <Refusal error={save.error} fallback={t('admin.notes.failed')} />}
      {useMay()(setNotes) && (
        <Button type="submit" variant="secondary" size="sm" className="self-start" busy={save.isPending}>
          {t('admin.notes.save')}
        </Button>
      )}
    </Form>
  );
}
