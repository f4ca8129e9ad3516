import { lazy, Suspense, useEffect, useState } from 'react';
import type { SecondFactorMethod } from '../../../src/platform/kit/errors.ts';
import { onStepUp } from '../../lib/call.ts';
import { loadApplicationTexts } from '../../lib/i18n.ts';

const StepUpForm = lazy(async () => {
  const [form] = await Promise.all([import('./step-up-form.tsx'), loadApplicationTexts()]);
  return form;
});

interface Asked {
  methods: readonly SecondFactorMethod[];
  answer: (shown: boolean) => void;
}

/** Asks the person to prove who they are, where the server wants it again before it does something. */
export function StepUpDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => onStepUp((methods) => new Promise((answer) => setAsked({ methods, answer }))), []);
  if (!asked) return null;
  const close = (shown: boolean) => {
    setAsked(null);
    asked.answer(shown);
  };
  return (
    <Suspense>
      <StepUpForm methods={asked.methods} onClose={close} />
    </Suspense>
  );
}
