import { listSipEdges } from '../../../../src/services/sip/edges/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { useRead } from '../../../lib/use-read.ts';
import { ReadFrame } from '../../../ui/read-frame.tsx';

/** How busy the answering machine of each SIP edge is; nothing where none runs. */
export function AnsweringMachines({ everyMs }: { everyMs: number }) {
  return (
    <ReadFrame read={useRead(listSipEdges, {}, { everyMs })} pending={null}>
      {(edges) => (
        <ul className="px-5 pb-3 text-sm text-muted empty:hidden">
          {edges
            .filter(({ slots }) => slots > 0)
            .map(({ edge, slots, taken, full }) => (
              <li key={edge}>
                {t('admin.calls.slots', {
                  edge: formatNumber(edge),
                  slots: formatNumber(slots),
                  taken: formatNumber(taken),
                  full: formatNumber(full),
                })}
              </li>
            ))}
        </ul>
      )}
    </ReadFrame>
  );
}
