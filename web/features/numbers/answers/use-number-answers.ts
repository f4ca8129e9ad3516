import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import {
  getNumberAnswers,
  type NumberAnswers,
  setNumberAnswers,
} from '../../../../src/services/inbox/answers/contract.ts';
import type { BodyOf } from '../../../../src/platform/kit/endpoint.ts';
import { ApiError, call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { cachedRead, storeRead, useRead } from '../../../lib/reads.ts';
import { toastFailure, toastUndo } from '../../../ui/toast.tsx';

/** The number whose answers are shown. */
export interface AnsweringNumber {
  id: string;
  userId: string;
  number: string;
}

type AnswersBody = BodyOf<typeof setNumberAnswers>;

const paramsOf = ({ userId, id }: AnsweringNumber) => ({ id: userId, numberId: id });

export const useNumberAnswers = (number: AnsweringNumber) => useRead(getNumberAnswers, paramsOf(number));

/** The answers as they are sent back. */
export const bodyOfAnswers = ({ rules, office, answersPerDay }: NumberAnswers): AnswersBody => ({
  rules: rules.map(({ works: _works, ...rule }) => rule),
  office,
  answersPerDay,
});

/** The server's objections to fields, by their path. */
export const faultsOf = (error: unknown): ReadonlyMap<string, string> =>
  new Map((error instanceof ApiError ? (error.problem?.errors ?? []) : []).map(({ path, message }) => [path, message]));

interface Saved {
  onSaved?: () => void;
  /** Without it, a toast tells of a refusal. */
  onFailed?: (error: Error) => void;
}

/** Removes one rule of a number, and lets that be undone. @param onSettled once it is done or refused */
export function useRemoveRule(number: AnsweringNumber, onSettled: () => void) {
  const save = useSaveAnswers(number);
  const putBack = (rule: AnswersBody['rules'][number], place: number) => {
    // The rules may have changed since.
    const now = cachedRead(getNumberAnswers, paramsOf(number));
    if (!now) return;
    const { rules, ...rest } = bodyOfAnswers(now);
    save.mutate({ ...rest, rules: rules.toSpliced(place, 0, rule) });
  };
  const remove = (answers: NumberAnswers, place: number) => {
    const { rules, ...rest } = bodyOfAnswers(answers);
    const gone = rules[place];
    if (!gone) return;
    save.mutate(
      { ...rest, rules: rules.toSpliced(place, 1) },
      { onSuccess: () => toastUndo(t('numbers.answers.removed'), () => putBack(gone, place)), onSettled },
    );
  };
  return { remove, busy: save.isPending };
}

/** Sets all answers of a number at once. */
export function useSaveAnswers(number: AnsweringNumber, { onSaved, onFailed }: Saved = {}) {
  return useMutation({
    mutationFn: (body: AnswersBody) => call(setNumberAnswers, { params: paramsOf(number), body }),
    onSuccess: (answers) => {
      storeRead(getNumberAnswers, paramsOf(number), answers);
      onSaved?.();
    },
    onError: (error) => {
      if (onFailed) return onFailed(error);
      toastFailure(t('numbers.answers.failed'), messageOf(error, number.number));
    },
  });
}

/** What is wrong with the answers that a dialog saves. @param own the path of the part that it is about */
export function useAnswersDialog(number: AnsweringNumber, onSaved: () => void, own = '') {
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const onFailed = (error: Error) => {
    const wrong = [...faultsOf(error)].filter(([path]) => path.startsWith(own));
    setFaults(new Map(wrong.map(([path, words]) => [path.slice(own.length), words])));
    if (wrong.length === 0) setFailure(messageOf(error, t('numbers.answers.failed')));
  };
  const show = (found: ReadonlyMap<string, string>) => {
    setFaults(found);
    setFailure(null);
  };
  return { faults, failure, show, save: useSaveAnswers(number, { onSaved, onFailed }) };
}
