import { type Announcement, previewRequest } from '../../../src/admin/requests/contract.ts';
import { TOLD_DAYS } from '../../../src/money/decks/contract.ts';
import { formatPercent, t } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ReadFrame } from '../../ui/frames.tsx';
import { Refusal } from '../../ui/refusal.tsx';

interface AgreeToPricesProps {
  requestId: string;
  /** The request in words. */
  sentence: string;
  open: boolean;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before prices change: how many customers get a letter, by how much prices rise, and what the letter says. */
export function AgreeToPrices({ requestId, sentence, open, busy, error, ...rest }: AgreeToPricesProps) {
  return (
    <ConfirmDialog
      {...rest}
      open={open}
      busy={busy}
      title={t('admin.approvalRequest.agreeTitle')}
      description={sentence}
      confirmLabel={t('admin.approvalRequest.agree')}
    >
      {open && <Told requestId={requestId} />}
      {error && <Refusal error={error} fallback={t('admin.approvalRequest.failed')} />}
    </ConfirmDialog>
  );
}

function Told({ requestId }: { requestId: string }) {
  const read = useRead(previewRequest, { requestId });
  return (
    <ReadFrame read={read}>
      {({ accounts, greatestRise, letters }) => (
        <div className="flex flex-col gap-3">
          <p>
            {accounts === 0
              ? t('admin.approvalRequest.toldNobody', { days: TOLD_DAYS })
              : t('admin.approvalRequest.told', { count: accounts })}{' '}
            {greatestRise !== null && t('admin.approvalRequest.greatestRise', { percent: formatPercent(greatestRise) })}
          </p>
          <Letters letters={letters} />
        </div>
      )}
    </ReadFrame>
  );
}

/** The letters that a change of prices writes. */
export const Letters = ({ letters }: { letters: readonly Announcement[] }) =>
  letters.map((letter) => <Letter key={JSON.stringify(letter)} letter={letter} counted={letters.length > 1} />);

interface LetterProps {
  letter: Announcement;
  /** It is one of several, and says how many accounts get it. */
  counted: boolean;
}

function Letter({ letter: { accounts, subject, paragraphs, facts }, counted }: LetterProps) {
  return (
    <article className="rounded-md border border-line p-3 text-sm">
      {counted && <p className="mb-1 text-muted">{t('admin.approvalRequest.told', { count: accounts })}</p>}
      <h3 className="font-medium">{subject}</h3>
      {paragraphs.map((text) => (
        <p key={text} className="mt-1">
          {text}
        </p>
      ))}
      <dl className="mt-1">
        {facts.map(([name, text]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-muted">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
