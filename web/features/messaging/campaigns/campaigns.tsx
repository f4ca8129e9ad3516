import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, listCampaigns, setCampaignStatus } from '../../../../src/services/campaigns/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Plus, Send } from '../../../ui/icons.tsx';
import { ListCard } from '../../../ui/list-frame.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { formatTime } from '../../../ui/time.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { Report } from './report.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

const TONES: Record<Campaign['status'], Tone> = {
  ...{ running: 'accent', paused: 'warning', done: 'success', cancelled: 'neutral' },
};
/** Reasons for a pause that have words of their own. */
const PROBLEMS = ['insufficient_credits', 'spend_limit_reached'] as const;

/** Texts to the contacts of lists: what runs, what became of it, and new ones. */
export function Campaigns() {
  const { id } = useCurrentUser();
  const [open, setOpen] = useState<'new' | Campaign | null>(null);
  const list = usePagedList(listCampaigns, { params: { id } });
  return (
    <ListCard
      title={t('campaigns.title')}
      description={t('campaigns.text')}
      actions={
        <Button may="createCampaign" size="sm" icon={Plus} onClick={() => setOpen('new')}>
          {t('campaigns.add')}
        </Button>
      }
      list={list}
      empty={{ icon: Send, title: t('campaigns.empty') }}
      row={(row) => <CampaignRow campaign={row} onAgain={() => setOpen(row)} />}
    >
      {open && <CampaignForm again={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </ListCard>
  );
}

function CampaignRow({ campaign, onAgain }: { campaign: Campaign; onAgain: () => void }) {
  const { id } = useCurrentUser();
  const { id: campaignId, name, senderId, texts, status, done, contacts, nextAt, isNight, problem } = campaign;
  const [open, setOpen] = useState<'report' | 'cancel' | null>(null);
  const change = useMutation({
    mutationFn: (to: 'running' | 'paused' | 'cancelled') =>
      call(setCampaignStatus, { params: { id, campaignId }, body: { status: to } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.campaigns(id) }),
    onError: (error) => toastFailure(t('campaigns.failed'), messageOf(error, '')),
  });
  const act = (to: 'running' | 'paused' | 'cancelled', onClick = () => change.mutate(to)) => (
    <SmallButton may="setCampaignStatus" busy={change.isPending} onClick={onClick}>
      {t(`campaigns.act.${to}`)}
    </SmallButton>
  );
  const isOpen = status === 'running' || status === 'paused';
  const progress = t('campaigns.progress', { done, count: contacts });
  return (
    <li className="flex flex-col gap-2 px-5 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-medium break-words">{name}</bdi>
        <Badge tone={TONES[status]}>{t(`campaigns.status.${status}`)}</Badge>
        <WithNumbers className="text-sm text-muted">{senderId}</WithNumbers>
      </p>
      <bdi className="truncate text-sm text-muted">{texts.join(' · ')}</bdi>
      {isOpen && <Progress label={progress} value={contacts === 0 ? 100 : Math.min(100, (done / contacts) * 100)} />}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{progress}</span>
        {status === 'running' && isNight && <span>{t('campaigns.night', { count: contacts - done })}</span>}
        {status === 'running' && <span>{t('campaigns.nextAt', { date: formatTime(nextAt) })}</span>}
      </p>
      {problem !== null && status === 'paused' && (
        <p className="text-sm text-danger">
          {t(`campaigns.problem.${PROBLEMS.find((code) => code === problem) ?? 'other'}`)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={() => setOpen('report')}>{t('campaigns.report.open')}</SmallButton>
        {status === 'running' && act('paused')}
        {status === 'paused' && act('running')}
        {isOpen && act('cancelled', () => setOpen('cancel'))}
        {!isOpen && (
          <SmallButton may="createCampaign" onClick={onAgain}>
            {t('campaigns.again')}
          </SmallButton>
        )}
      </div>
      {open === 'report' && <Report campaign={campaign} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        danger
        open={open === 'cancel'}
        onClose={() => setOpen(null)}
        title={t('campaigns.cancelTitle', { name })}
        description={t('campaigns.cancelText')}
        confirmLabel={t('campaigns.act.cancelled')}
        keepLabel={t('sms.cancel.keep')}
        busy={change.isPending}
        onConfirm={() => {
          setOpen(null);
          change.mutate('cancelled');
        }}
      />
    </li>
  );
}
