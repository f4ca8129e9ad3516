import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getNotes, MAX_NOTE, MAX_TAG, MAX_TAGS, setNotes } from '../../../../src/admin/accounts/contract.ts';
import { changeDuty, suspendUser } from '../../../../src/admin/contract.ts';
import type { User } from '../../../../src/callers/contract.ts';
import { resetSecondFactor } from '../../../../src/callers/sign-in/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf, queryKeys, reread, useRead } from '../../../lib/reads.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Only } from '../../../ui/only.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { Facts, Money, Time } from '../../../ui/values.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ReadFrame } from '../../../ui/frames.tsx';
import { DutyField } from './duty-field.tsx';
import { UserActions } from './user-actions.tsx';
import { LimitBadge, UserBadge } from './user-badge.tsx';

/** It says who an account belongs to, and what decides whether they can sign in. */
export function UserProfile({ user, onSwitch }: { user: User; onSwitch: () => void }) {
  const own = useCurrentUser();
  const may = useMay();
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Facts of={factsOf(user)} />
      </dl>
      <div className="flex flex-wrap gap-2">
        {/* Only its owner can open a closed account again. */}
        {own.id === user.id && <p className="text-sm text-muted">{t('admin.users.ownHint')}</p>}
        {!user.isClosed && own.id !== user.id && may(suspendUser) && (
          <Button variant={user.status === 'active' ? 'danger' : 'primary'} size="sm" onClick={onSwitch}>
            {t(user.status === 'active' ? 'admin.users.suspend' : 'admin.users.activate')}
          </Button>
        )}
        {own.id !== user.id && user.hasSecondFactor && may(resetSecondFactor) && <ResetSecondFactor user={user} />}
        {own.id !== user.id && user.role === 'admin' && may(changeDuty) && <DutyField user={user} />}
        <UserActions user={user} />
      </div>
      <Only may={getNotes}>
        <UserNotes userId={user.id} />
      </Only>
    </div>
  );
}

const factsOf = (user: User): [string, ReactNode][] => [
  [
    t('admin.users.statusHeader'),
    <span key="badges" className="flex flex-wrap gap-1">
      <UserBadge user={user} />
      <LimitBadge user={user} />
    </span>,
  ],
  [t('admin.users.roleHeader'), t(user.duty ? `admin.users.duty.${user.duty}` : `admin.users.role.${user.role}`)],
  [t('admin.users.credits'), <Money key="credits" value={user.credits} />],
  [t('admin.users.company'), user.company ?? '–'],
  [t('admin.users.phone'), user.phone ?? '–'],
  [t('admin.users.callerId'), user.defaultCallerId ?? '–'],
  [t('admin.users.registered'), <Time key="registered" iso={user.createdAt} />],
  [
    t('admin.users.resellerUntil'),
    user.resellerExpiresAt ? <Time key="reseller" day iso={user.resellerExpiresAt} /> : '–',
  ],
  [
    t('admin.users.id'),
    <span key="id" className="flex items-center gap-1">
      <span className="font-mono text-xs break-all">{user.id}</span>
      <CopyButton value={user.id} label={t('admin.users.copyId')} />
    </span>,
  ],
];

/** Takes away the second factor of somebody who has lost it. */
function ResetSecondFactor({ user }: { user: User }) {
  const reset = useMutation({
    mutationFn: () => call(resetSecondFactor, { params: { id: user.id } }),
    onSuccess: () => {
      toast(t('admin.users.secondFactorReset'), user.email);
      void reread(queryKeys.user(user.id));
    },
  });
  return (
    <AskFirst
      danger
      className="self-start"
      label={t('admin.users.resetSecondFactor')}
      title={t('admin.users.resetSecondFactorTitle')}
      description={t('admin.users.resetSecondFactorQuestion', { email: user.email })}
      action={reset}
      failed={t('admin.users.resetSecondFactorFailed')}
    />
  );
}

/** The administrators' notes on an account for each other; its owner does not see them. */
function UserNotes({ userId }: { userId: string }) {
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
        <Input value={tags} maxLength={MAX_TAGS * (MAX_TAG + 2)} onChange={(event) => setTags(event.target.value)} />
      </Field>
      <Field label={t('admin.notes.note')} hint={t('admin.notes.noteHint')}>
        <Textarea rows={3} value={note} maxLength={MAX_NOTE} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {save.error && <Refusal error={save.error} fallback={t('admin.notes.failed')} />}
      {useMay()(setNotes) && (
        <SmallButton type="submit" className="self-start" busy={save.isPending}>
          {t('admin.notes.save')}
        </SmallButton>
      )}
    </Form>
  );
}
