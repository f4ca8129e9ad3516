import { useState } from 'react';
import type { NumberDetails } from '../../../../src/services/numbers/details/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CallNumberDialog } from '../calls/call-number-dialog.tsx';
import { TryNumberDialog } from '../try-number-dialog.tsx';
import { SendTestDialog } from './send-test-dialog.tsx';

type Test = 'message-in' | 'call-in' | 'message-out';

/** Tries a number out: somebody writes to it or calls it at a simulated carrier, or it writes to its owner. */
export function NumberTest({ number }: { number: NumberDetails }) {
  const [open, setOpen] = useState<Test | null>(null);
  const { abilities, simulated } = number;
  const close = () => setOpen(null);
  return (
    <Card
      title={t('numbers.page.test')}
      description={t(simulated ? 'numbers.page.testSimulated' : 'numbers.page.testReal')}
    >
      <div className="flex flex-wrap gap-2">
        {simulated && abilities.receiveMessages !== false && (
          <Button variant="secondary" size="sm" onClick={() => setOpen('message-in')}>
            {t('numbers.page.testMessage')}
          </Button>
        )}
        {simulated && abilities.receiveCalls !== false && (
          <Button variant="secondary" size="sm" onClick={() => setOpen('call-in')}>
            {t('numbers.page.testCall')}
          </Button>
        )}
        {abilities.sendMessages !== false && (
          <Button variant="secondary" size="sm" onClick={() => setOpen('message-out')}>
            {t('numbers.page.testSend')}
          </Button>
        )}
      </div>
      {open === 'message-in' && <TryNumberDialog number={number} onClose={close} />}
      {open === 'call-in' && <CallNumberDialog number={number} onClose={close} />}
      {open === 'message-out' && <SendTestDialog number={number} onClose={close} />}
    </Card>
  );
}
