import { useState } from 'react';
import { transactionType, type TransactionType } from '../../../src/money/payments/contract.ts';
import { MOST_PDF_LINES, SPEND_MONTHS } from '../../../src/money/statements/catalogue.ts';
import {
  getStatement,
  type Statement,
  listStatementLines,
  type StatementLine,
} from '../../../src/money/statements/contract.ts';
import { ApiError, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/reads.ts';
import { useQueried } from '../../lib/use-queried.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useCurrentUser } from '../../state/session.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Options, Select } from '../../ui/field.tsx';
import { ReceiptText } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, EmptyState, ListFrame, ReadFrame, Skeleton } from '../../ui/frames.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';
import { descriptionText, kindText } from '../../lib/wording-text.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { QuotedRateText } from '../../ui/quoted-rate.tsx';
import { ShortRow } from '../../ui/short-row.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Fact, Money, Time } from '../../ui/values.tsx';
import { filePath, type Period, presetPeriod, PRESETS } from './period.ts';

/** The statement of a period that can be chosen, on screen and as a file. */
export function StatementCard() {
  const { id } = useCurrentUser();
  const [period, setPeriod] = useState<Period>(() => presetPeriod('thisMonth', new Date()));
  const settled = useDebounced(period);
  const statement = useQueried(getStatement, { id }, settled);
  const refused = statement.error instanceof ApiError && statement.error.status === 422;
  const isTooLong = (statement.data?.count ?? 0) > MOST_PDF_LINES;

  return (
    <Card
      flush
      title={t('statements.account')}
      actions={
        !refused &&
        (isTooLong ? (['csv'] as const) : (['csv', 'pdf'] as const)).map((format) => (
          <DownloadLink
            key={format}
            href={filePath(id, format, settled)}
            aria-label={t(`statements.${format}Label`)}
            size="sm"
          >
            {t(`statements.${format}`)}
          </DownloadLink>
        ))
      }
    >
      <PeriodFilter
        period={period}
        onChange={setPeriod}
        error={refused ? messageOf(statement.error, t('statements.loadFailed')) : undefined}
      />
      {!refused && (
        <ReadFrame read={statement} pending={<Shown period={settled} />}>
          {(read) => <Shown statement={read} period={settled} />}
        </ReadFrame>
      )}
    </Card>
  );
}

/** The figures of a statement, place holders until they are read, and its lines. */
function Shown({ statement, period }: { statement?: Statement; period: Period }) {
  return (
    <>
      <StatementFigures statement={statement} type={period.type} />
      <StatementLines period={period} />
    </>
  );
}

interface PeriodFilterProps {
  period: Period;
  onChange: (period: Period) => void;
  /** The fault of the days, in a sentence. */
  error: string | undefined;
}

/** Which days and which type a statement is about. */
function PeriodFilter({ period, onChange, error }: PeriodFilterProps) {
  return (
    <div className="flex flex-col gap-3 border-b border-line px-5 pt-1 pb-4">
      <div className="flex flex-wrap gap-2">
        {PRESETS.map((preset) => {
          const days = presetPeriod(preset, new Date());
          const isShown = days.from === period.from && days.to === period.to;
          return (
            <Button
              key={preset}
              size="sm"
              variant={isShown ? 'primary' : 'secondary'}
              aria-pressed={isShown}
              onClick={() => onChange({ ...period, ...days })}
            >
              {t(`statements.period.${preset}`, { months: SPEND_MONTHS })}
            </Button>
          );
        })}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={t('statements.period.from')}>
          <Input
            type="date"
            value={period.from}
            onChange={(event) => onChange({ ...period, from: event.target.value })}
          />
        </Field>
        <Field label={t('statements.period.to')} error={error}>
          <Input type="date" value={period.to} onChange={(event) => onChange({ ...period, to: event.target.value })} />
        </Field>
        <Field label={t('statements.period.type')}>
          <Select
            value={period.type ?? ''}
            onChange={(event) =>
              onChange({ ...period, type: transactionType.options.find((type) => type === event.target.value) })
            }
          >
            <option value="">{t('statements.period.everyType')}</option>
            <Options of={transactionType.options} name={(type) => t(`transactions.type.${type}`)} />
          </Select>
        </Field>
      </div>
    </div>
  );
}

/** The balances at both ends of a period, and what came in and went out between them, once they are read. */
function StatementFigures({ statement, type }: { statement?: Statement; type?: TransactionType | undefined }) {
  const figures = [
    { name: 'opening', value: statement?.openingBalance },
    { name: 'in', value: statement?.totalIn },
    { name: 'out', value: statement?.totalOut },
    { name: 'closing', value: statement?.closingBalance },
  ] as const;
  return (
    <div className="flex flex-col gap-3 border-b border-line px-5 py-4">
      <dl aria-live="polite" className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        {figures.map(({ name, value }) => (
          <Fact key={name} label={t(`statements.figures.${name}`)} look="mt-0.5 text-xl font-semibold tracking-tight">
            {value === undefined ? <Skeleton className="h-6 w-24" /> : <Money value={value} />}
          </Fact>
        ))}
      </dl>
      {statement && (
        <p className="text-sm text-muted">
          {t('statements.count', { count: statement.count })}
          {' · '}
          {type ? t('statements.oneType', { type: t(`transactions.type.${type}`) }) : t('statements.lessRefunds')}
        </p>
      )}
      {statement && statement.count > MOST_PDF_LINES && (
        <Notice>{t('statements.pdfTooLong', { most: MOST_PDF_LINES })}</Notice>
      )}
    </div>
  );
}

/** The movements of a period, newest first. */
function StatementLines({ period }: { period: Period }) {
  const { id } = useCurrentUser();
  const list = usePagedList(listStatementLines, {
    params: { id },
    query: period,
    queryKey: [...queryKeys.statements(id), 'lines', period],
  });
  return (
    <ListFrame list={list} empty={<EmptyState icon={ReceiptText} title={t('statements.empty')} />}>
      <Table
        caption={t('statements.account')}
        columns={columns()}
        rows={list.rows}
        rowKey={(line) => line.id}
        compact={(line) => <ShortLine line={line} />}
      />
    </ListFrame>
  );
}

/** A movement in two lines, for a telephone. */
const ShortLine = ({ line }: { line: StatementLine }) => (
  <ShortRow
    end={
      <span className="font-medium">
        <Money signed value={line.amount} />
      </span>
    }
    more={
      <span className="flex justify-between gap-4">
        <span className="flex flex-wrap gap-x-3">
          <span>{kindText(line)}</span>
          <Time iso={line.at} />
        </span>
        <Money value={line.balanceAfter} />
      </span>
    }
  >
    <span className="wrap-anywhere">
      <WithNumbers>{descriptionText(line)}</WithNumbers>
    </span>
  </ShortRow>
);

const columns = (): Column<StatementLine>[] => [
  { header: t('statements.line.date'), render: (line) => <Time iso={line.at} /> },
  { header: t('statements.line.type'), render: (line) => <span className="whitespace-nowrap">{kindText(line)}</span> },
  {
    header: t('statements.line.description'),
    render: (line) => (
      <span className="block wrap-anywhere sm:min-w-40">
        <WithNumbers>{descriptionText(line)}</WithNumbers>
        {line.quoted && <QuotedRateText of={line.quoted} />}
      </span>
    ),
  },
  { header: t('statements.line.amount'), align: 'end', render: (line) => <Money signed value={line.amount} /> },
  { header: t('statements.line.balance'), align: 'end', render: (line) => <Money value={line.balanceAfter} /> },
];
