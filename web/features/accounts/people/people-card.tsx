import { useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import { PERSON_ROLES } from '../../../../db/enums.ts';
import {
  changePerson,
  enterAccount,
  invitePerson,
  listAccounts,
  listPeople,
  type Person,
  removePerson,
} from '../../../../src/callers/people/contract.ts';
import type { PersonRole } from '../../../../src/platform/kit/people.ts';
import { listPeopleActivity } from '../../../../src/admin/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { keyOf, reread, useRead } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser, useSession } from '../../../state/session.ts';
import { ActivityRow } from '../../../ui/activity-row.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Options, Select } from '../../../ui/field.tsx';
import { HistoryCard } from '../../../ui/history-card.tsx';
import { Plus } from '../../../ui/icons.tsx';
import { May } from '../../../ui/may.ts';
import { Card, ReadFrame, RowList, SkeletonRows } from '../../../ui/frames.tsx';
import { Badge, formatTime } from '../../../ui/values.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** What is done to a person: another role, the end, or another letter. */
type Act = PersonRole | 'remove' | 'again';

/** Who acts in the account: their roles, when they were last here, and invitations. */
export function PeopleCard() {
  const { id, email } = useCurrentUser();
  const people = useRead(listPeople, { id });
  const isOwner = use(May)('removePerson');
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ person: Person; act: PersonRole | 'remove' } | null>(null);
  const change = useMutation({
    mutationFn: async ({ person, act }: { person: Person; act: Act }): Promise<unknown> => {
      const { id: personId, email: to, role } = person;
      if (act === 'again') return call(invitePerson, { params: { id }, body: { email: to, role } });
      const params = { id, personId };
      return act === 'remove' ? call(removePerson, { params }) : call(changePerson, { params, body: { role: act } });
    },
    onSuccess: (_, { act }) => act === 'again' && toast(t('settings.success'), t('people.sent')),
    onError: (error) => toastFailure(t('settings.error'), messageOf(error, t('people.failed'))),
    onSettled: () => {
      setAsked(null);
      void reread(keyOf(listPeople, { id }));
    },
  });
  return (
    <Card
      flush
      title={t('people.title')}
      description={t('people.text')}
      actions={
        isOwner && (
          <SmallButton icon={Plus} onClick={() => setInviting(true)}>
            {t('people.invite')}
          </SmallButton>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2.5 border-t border-line px-5 py-3">
        <span className="min-w-0 flex-1 font-medium break-all">{email}</span>
        <Badge tone="accent">{t('people.owner')}</Badge>
      </p>
      <ReadFrame read={people} pending={<SkeletonRows rows={1} />} empty={<></>}>
        {(list) => (
          <RowList
            label={t('people.title')}
            rows={list}
            row={(person) => (
              <PersonRow
                person={person}
                isOwner={isOwner}
                onAct={(act) => (act === 'again' ? change.mutate({ person, act }) : setAsked({ person, act }))}
              />
            )}
          />
        )}
      </ReadFrame>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked && (
        <ConfirmDialog
          danger={asked.act === 'remove'}
          onClose={() => setAsked(null)}
          title={t(asked.act === 'remove' ? 'people.removeTitle' : 'people.changeTitle', { name: asked.person.email })}
          description={
            asked.act === 'remove'
              ? t(asked.person.invitedUntil ? 'people.withdrawText' : 'people.removeText')
              : `${t(`people.roles.${asked.act}`)}: ${t(`people.roleText.${asked.act}`)}`
          }
          confirmLabel={t(asked.act === 'remove' ? 'people.remove' : 'people.change')}
          busy={change.isPending}
          onConfirm={() => change.mutate(asked)}
        />
      )}
    </Card>
  );
}

function PersonRow({ person, isOwner, onAct }: { person: Person; isOwner: boolean; onAct: (act: Act) => void }) {
  const { email, fullName, role, invitedUntil, seenAt } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-all">{fullName ?? email}</p>
        <p className="text-sm break-words text-muted">
          {[fullName && email, stateOf(invitedUntil, seenAt)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {isOwner ? (
        <span className="w-52">
          <Select
            aria-label={t('people.roleOf', { name: email })}
            value={role}
            onChange={({ target }) => onAct(PERSON_ROLES.find((each) => each === target.value) ?? role)}
          >
            <Options of={PERSON_ROLES} name={(each) => t(`people.roles.${each}`)} />
          </Select>
        </span>
      ) : (
        <Badge>{t(`people.roles.${role}`)}</Badge>
      )}
      {isOwner && (
        <div className="flex gap-2">
          {invitedUntil && <SmallButton onClick={() => onAct('again')}>{t('people.again')}</SmallButton>}
          <SmallButton onClick={() => onAct('remove')}>{t('people.remove')}</SmallButton>
        </div>
      )}
    </li>
  );
}

function stateOf(invitedUntil: string | null, seenAt: string | null): string | null {
  if (invitedUntil && Date.parse(invitedUntil) < Date.now()) return t('people.ended');
  if (invitedUntil) return t('people.invitedUntil', { date: formatTime(invitedUntil, 'day') });
  return seenAt && t('people.seen', { date: formatTime(seenAt) });
}

/** What people did in the account, for its owner; nothing where nobody did anything. */
export function PeopleActivity() {
  const { id } = useCurrentUser();
  const list = usePagedList(listPeopleActivity, { params: { id } });
  if (list.rows.length === 0) return null;
  return (
    <HistoryCard
      title={t('people.activity')}
      list={list}
      recent={5}
      empty={null}
      row={(entry) => <ActivityRow entry={entry} />}
    />
  );
}

/** The accounts of others in which one may act; nothing where there are none. */
export function OtherAccounts() {
  const accounts = useRead(listAccounts, {}).data ?? [];
  const enter = useSession((session) => session.enter);
  if (accounts.length === 0) return null;
  return (
    <Card flush title={t('people.others')}>
      <RowList
        label={t('people.others')}
        rows={accounts.map((account) => ({ ...account, id: account.personId }))}
        row={({ id, name, role }) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
            <span className="min-w-0 flex-1 font-medium break-words">{name}</span>
            <Badge>{t(`people.roles.${role}`)}</Badge>
            <SmallButton onClick={() => void enter(() => call(enterAccount, { body: { personId: id } }))}>
              {t('people.enter')}
            </SmallButton>
          </li>
        )}
      />
    </Card>
  );
}
