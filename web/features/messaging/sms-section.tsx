import { useState } from 'react';
import type { ComposeValues } from './compose/compose-form.ts';
import { ComposeSms } from './compose/compose-sms.tsx';
import { OptOuts } from './opt-outs/opt-outs.tsx';
import { ScheduledMessages } from './history/scheduled-messages.tsx';
import { Senders } from './senders/senders.tsx';
import { SmsHistory } from './history/sms-history.tsx';
import { Verifications } from './verifications.tsx';

/** SMS Services: sending messages and what became of them. */
export function SmsSection() {
  const [taken, setTaken] = useState<Partial<ComposeValues> | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <ComposeSms taken={taken} />
      <Senders />
      <ScheduledMessages onEdit={setTaken} />
      <SmsHistory />
      <OptOuts />
      <Verifications />
    </div>
  );
}
