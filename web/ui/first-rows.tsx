import { type ReactNode, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { SmallButton } from './button.tsx';

/** How many rows are shown at first. */
const AT_FIRST = 10;

interface FirstRowsProps<Row> {
  rows: readonly Row[];
  /** They are tiles, with an edge of their own. */
  hasEdges?: boolean;
  children: (shown: readonly Row[]) => ReactNode;
}

/** The first rows of a list, and the others on request. */
export function FirstRows<Row>({ rows, hasEdges = false, children }: FirstRowsProps<Row>) {
  const [isWhole, setIsWhole] = useState(false);
  const others = rows.length - AT_FIRST;
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, AT_FIRST))}
      {!isWhole && others > 0 && (
        <p className={hasEdges ? 'pt-3' : 'border-t border-line px-5 pt-3'}>
          <SmallButton onClick={() => setIsWhole(true)}>{t('rates.page.showOthers', { count: others })}</SmallButton>
        </p>
      )}
    </>
  );
}
