import { useEffect, useState } from 'react';
import type { SecondFactorMethod } from '../../../src/platform/kit/errors.ts';
import { onStepUp } from '../../lib/call.ts';
import { withTexts } from '../../lib/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const StepUpForm = lazyPart(async () => (await withTexts(() => import('./step-up-form.tsx'))).default);

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
  return <StepUpForm methods={asked.methods} onClose={close} />;
}
