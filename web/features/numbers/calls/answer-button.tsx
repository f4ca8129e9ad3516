import { useState } from 'react';
import type { DidNumber } from '../../../../src/services/numbers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { AnswerDialog } from './answer-dialog.tsx';

interface AnswerButtonProps {
  number: DidNumber;
  onChange: (changed: DidNumber) => void;
}

/** Opens what happens with calls to a number. */
export function AnswerButton({ number, onChange }: AnswerButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('numbers.calls.openOf', { number: number.number })}
        onClick={() => setOpen(true)}
      >
        {t('numbers.calls.open')}
      </Button>
      {open && <AnswerDialog number={number} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}
