import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  countUsers,
  createUser,
  exportUsers,
  listUsers,
  writeLetter,
  previewLetter,
} from '../../../../src/admin/contract.ts';
import type { User } from '../../../../src/callers/contract.ts';
import { call, withQuery } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useQueried } from '../../../lib/use-queried.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { DayRange } from '../../../ui/day-range.tsx';
import { Field, Input, Options, Select, Textarea } from '../../../ui/field.tsx';
import { Send, UserPlus, Users } from '../../../ui/icons.tsx';
import { Card, EmptyState, ListFrame } from '../../../ui/frames.tsx';
import { Only } from '../../../ui/only.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { FormDialog } from '../../../ui/form.tsx';
import { Refusal, waitsForSecond } from '../../../ui/refusal.tsx';
import { closeAndSay } from '../../../ui/close-and-say.ts';
import { Letters } from '../agree-to-prices.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { useViewedUser } from './use-viewed-user.ts';
import { UserDrawer } from './user-drawer.tsx';
import { ROLES, STATUSES, type UserFilters } from './user-filters.ts';
import { UserStatusDialog } from './user-status-dialog.tsx';
import { UserTable } from './user-table.tsx';

/** All accounts: search, filters, export, and what an administrator may do to one. */
export function UserManagement() {
  const [filters, setFilters] = useState<UserFilters>({});
  const [adding, setAdding] = useState(false);
  const [writing, setWriting] = useState(false);
  const { viewed, view } = useViewedUser();
  const [switched, setSwitched] = useState<User | null>(null);
  const settled = useDebounced(filters);
  const list = usePagedList(listUsers, { query: settled });
  const counted = useQueried(countUsers, {}, settled);

  return (
    <Card
      flush
      title={t('admin.users.title')}
      actions={
        <>
          <Only may={exportUsers}>
            <DownloadLink href={withQuery('/api/admin/users.csv', settled)} size="sm">
              {t('admin.users.export')}
            </DownloadLink>
          </Only>
          <Only may={writeLetter}>
            <SmallButton icon={Send} onClick={() => setWriting(true)}>
              {t('admin.letter.open')}
            </SmallButton>
          </Only>
          <Only may={createUser}>
            <Button size="sm" icon={UserPlus} onClick={() => setAdding(true)}>
              {t('admin.users.add')}
            </Button>
          </Only>
        </>
      }
    >
      <UserFilterBar filters={filters} onChange={setFilters}>
        {counted.data && matching(counted.data)}
      </UserFilterBar>
      <ListFrame list={list} empty={<EmptyState icon={Users} title={t('admin.users.empty')} />}>
        <UserTable users={list.rows} onView={(user) => view(user.id)} onSwitch={setSwitched} />
      </ListFrame>
      {writing && <LetterDialog filters={settled} onClose={() => setWriting(false)} />}
      <AddUserDialog open={adding} onClose={() => setAdding(false)} />
      {viewed && <UserDrawer key={viewed} userId={viewed} onClose={() => view(undefined)} />}
      {switched && <UserStatusDialog user={switched} onClose={() => setSwitched(null)} />}
    </Card>
  );
}

const matching = ({ count, isCapped }: { count: number; isCapped: boolean }): string =>
  t(isCapped ? 'admin.users.countAtLeast' : 'admin.users.count', { count });

interface UserFilterBarProps {
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
  /** How many users the filters let through. */
  children: ReactNode;
}

/** Search and filters of the users' list. */
function UserFilterBar({ filters, onChange, children }: UserFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 pt-1 pb-3">
      <SearchInput
        label={t('admin.users.search')}
        value={filters.search ?? ''}
        onChange={(search) => onChange({ ...filters, search })}
      />
      <Select
        aria-label={t('admin.users.filterStatus')}
        className="w-auto! flex-1 sm:flex-none"
        value={filters.status ?? ''}
        onChange={(event) => onChange({ ...filters, status: STATUSES.find((status) => status === event.target.value) })}
      >
        <option value="">{t('admin.users.anyStatus')}</option>
        <Options of={STATUSES} name={(status) => t(`admin.users.status.${status}`)} />
      </Select>
      <Select
        aria-label={t('admin.users.filterRole')}
        className="w-auto! flex-1 sm:flex-none"
        value={filters.role ?? ''}
        onChange={(event) => onChange({ ...filters, role: ROLES.find((role) => role === event.target.value) })}
      >
        <option value="">{t('admin.users.anyRole')}</option>
        <Options of={ROLES} name={(role) => t(`admin.users.role.${role}`)} />
      </Select>
      <DayRange
        from={filters.from}
        to={filters.to}
        onChange={(registered) => onChange({ ...filters, ...registered })}
      />
      <p role="status" className="text-muted max-sm:basis-full sm:ms-auto">
        {children}
      </p>
    </div>
  );
}

interface LetterDialogProps {
  /** Those of the list: who it shows gets the letter. */
  filters: UserFilters;
  onClose: () => void;
}

/** Asks for a letter to all accounts in the list, shows it and how many get it, and writes it. */
function LetterDialog({ filters, onClose }: LetterDialogProps) {
  const [typed, setTyped] = useState({ subject: '', text: '' });
  const keys = useIdempotencyKey();
  const preview = useMutation({ mutationFn: (body: BodyOf<typeof writeLetter>) => call(previewLetter, { body }) });
  const send = useMutation({
    mutationFn: (body: BodyOf<typeof writeLetter>) => call(writeLetter, { body, idempotencyKey: keys.keyOf(body) }),
    onSuccess: closeAndSay(onClose, ({ accounts: count }) => [t('admin.letter.written', { count })]),
  });
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => {
      preview.reset();
      send.reset();
      setTyped({ ...typed, [name]: target.value });
    },
  });
  const seen = preview.data;
  const waits = waitsForSecond(send.error);
  const error = send.error ?? preview.error;
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return (
    <FormDialog
      wide
      title={t('admin.letter.title')}
      description={t('admin.letter.text')}
      submitLabel={seen ? t('admin.letter.send', { count: seen.accounts }) : t('admin.letter.look')}
      busy={preview.isPending || send.isPending}
      disabled={waits}
      waits={waits}
      onClose={onClose}
      onSubmit={() => (seen ? send : preview).mutate({ ...given, ...typed })}
    >
      <Field label={t('admin.letter.subject')}>
        <Input {...field('subject')} maxLength={150} data-autofocus />
      </Field>
      <Field label={t('admin.letter.body')} hint={t('admin.letter.bodyHint')}>
        <Textarea {...field('text')} rows={8} maxLength={2000} />
      </Field>
      {seen && (
        <div className="flex flex-col gap-3" aria-live="polite">
          <p>{t('admin.approvalRequest.told', { count: seen.accounts })}</p>
          <Letters letters={seen.letters} />
        </div>
      )}
      {error && <Refusal error={error} fallback={t('admin.letter.failed')} />}
    </FormDialog>
  );
}
