import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, listCampaigns, setCampaignStatus } from '../../../../src/services/campaigns/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Plus, Send, Users } from '../../../ui/icons.tsx';
import { ListCard } from '../../../ui/frames.tsx';
import { Here } from '../../../ui/only.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Badge, type Tone, formatTime, zoneName } from '../../../ui/values.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { useContactLists } from '../compose/contacts-field.tsx';
import { CampaignForm, type FormOf } from './campaign-form.tsx';
import { Report, SoFar } from './report.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

const TONES: Record<Campaign['status'], Tone> = {
  ...{ running: 'accent', paused: 'warning', done: 'success', cancelled: 'neutral' },
};
/** Reasons for a pause that have words of their own. */
const PROBLEMS = ['insufficient_credits', 'spend_limit_reached'] as const;

/** Texts to the contacts of lists: what runs, what became of it, and new ones. */
export function Campaigns({ onContacts }: { onContacts: () => void }) {
  const { id } = useCurrentUser();
  const [open, setOpen] = useState<FormOf | null>(null);
  const list = usePagedList(listCampaigns, { params: { id } });
  const hasNobody = useContactLists()?.contacts === 0;
  const add = (
    <Button may="createCampaign" size="sm" icon={Plus} onClick={() => setOpen({ as: 'new', of: null })}>
      {t('campaigns.add')}
    </Button>
  );
  const toContacts = (
    <Button size="sm" icon={Users} onClick={onContacts}>
      {t('contacts.title')}
    </Button>
  );
  return (
    <ListCard
      title={t('campaigns.title')}
      description={t('campaigns.text')}
      actions={list.rows.length > 0 && add}
      list={list}
      empty={
        hasNobody
          ? { icon: Users, title: t('contacts.empty'), description: t('contacts.emptyHint'), action: toContacts }
          : { icon: Send, title: t('campaigns.empty'), description: t('campaigns.emptyHint'), action: add }
      }
      row={(row) => <CampaignRow campaign={row} onForm={(as) => setOpen({ as, of: row })} />}
    >
      {open && <CampaignForm {...open} onClose={() => setOpen(null)} />}
    </ListCard>
  );
}

/** Pauses a campaign, lets it go on, or cancels it. */
function useStatus({ id: campaignId }: Campaign, status: 'running' | 'paused' | 'cancelled') {
  const { id } = useCurrentUser();
  return useMutation({
    mutationFn: () => call(setCampaignStatus, { params: { id, campaignId }, body: { status } }),
    onSettled: () => reread(queryKeys.campaigns(id)),
    onError: (error) => toastFailure(t('campaigns.failed'), messageOf(error, '')),
  });
}

function CampaignRow({ campaign, onForm }: { campaign: Campaign; onForm: (as: Exclude<FormOf['as'], 'new'>) => void }) {
  const { name, senderId, texts, lists, status, done, contacts, failed, startAt, isLocal, nextAt, problem } = campaign;
  const [hasReport, setReport] = useState(false);
  const next = status === 'running' ? 'paused' : 'running';
  const toNext = useStatus(campaign, next);
  const cancel = useStatus(campaign, 'cancelled');
  const isOpen = status === 'running' || status === 'paused';
  const isRunning = status === 'running';
  const waits = isOpen && done === 0 && Date.parse(startAt) > Date.now();
  const isHeld = isRunning && campaign.isNight && (!waits || (!isLocal && nextAt > startAt));
  const progress = t('campaigns.progress', { done, count: contacts });
  const date = `${formatTime(nextAt)} ${zoneName(new Date(nextAt))}`;
  const offers = (as: 'again' | 'change' | 'repeat', label: string) => (
    <SmallButton may="createCampaign" onClick={() => onForm(as)}>
      {label}
    </SmallButton>
  );
  return (
    <li className="flex flex-col gap-2 px-5 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-medium break-words">{name}</bdi>
        <Badge tone={TONES[status]}>
          {t(waits && isRunning ? 'sms.status.scheduled' : `campaigns.status.${status}`)}
        </Badge>
        <WithNumbers className="text-sm text-muted">{senderId}</WithNumbers>
        <bdi className="text-sm text-muted">{lists.join(', ') || t('contacts.all')}</bdi>
      </p>
      <bdi className="truncate text-sm text-muted">{texts.join(' · ')}</bdi>
      {isOpen && <Progress label={progress} value={contacts === 0 ? 100 : Math.min(100, (done / contacts) * 100)} />}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <SoFar of={campaign} />
        {isHeld && <span>{t('campaigns.night', { count: contacts - done })}</span>}
        {!isOpen && <span>{formatTime(campaign.endedAt ?? campaign.createdAt)}</span>}
        {(isRunning || waits) && <span>{t(waits ? 'campaigns.startsAt' : 'campaigns.nextAt', { date })}</span>}
      </p>
      {problem !== null && status === 'paused' && (
        <p className="text-sm text-danger">
          {t(`campaigns.problem.${PROBLEMS.find((code) => code === problem) ?? 'other'}`)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={() => setReport(true)}>{t('campaigns.report.open')}</SmallButton>
        {isOpen && done === 0 && problem === null && offers('change', t('sms.edit.open'))}
        {isOpen && (
          <Here may="setCampaignStatus">
            <SmallButton busy={toNext.isPending} onClick={() => toNext.mutate()}>
              {t(`campaigns.act.${next}`)}
            </SmallButton>
            <AskFirst
              danger
              label={t('campaigns.act.cancelled')}
              confirmLabel={t('campaigns.cancelConfirm')}
              title={t('campaigns.cancelTitle', { name })}
              description={t(Number(campaign.cost) > 0 ? 'campaigns.cancelText' : 'campaigns.cancelAhead')}
              keepLabel={t('sms.cancel.keep')}
              action={cancel}
            />
          </Here>
        )}
        {!isOpen && failed > 0 && offers('again', t('campaigns.again'))}
        {!isOpen && offers('repeat', t('campaigns.repeat'))}
      </div>
      {hasReport && <Report campaign={campaign} onClose={() => setReport(false)} />}
    </li>
  );
}
