import { useEffect, useState } from 'react';
import { decimalIn, toInputText } from '@/domain/core/money';
import { sameName } from '@/domain/core/search';
import { findByName } from '@/domain/customers/customer';
import { rateFor } from './job-start';
import type { TypedJob, WorkDraft } from './typed-job';
import type { WorkText } from './work-fields';

/** The rate of the job that is being typed, and whether its task goes on the price list. */
export function usePrice(
  { form, text, rules, lists, account }: Pick<TypedJob, 'form' | 'text' | 'rules' | 'lists' | 'account'>,
  initialText: WorkText,
  draft: WorkDraft | null,
) {
  // A typed rate is kept while the task is the same; otherwise the rate follows customer, task, unit and date.
  const [typedFor, setTypedFor] = useState<string | null>(draft?.typedFor ?? null);
  const isRateTyped = typedFor !== null && sameName(typedFor, text.taskName);
  const job = { ...text, unit: text.chargeableUnit, date: text.workDate || rules.today };
  const suggestedRate = account.settings.seesRates
    ? rateFor(lists, job, rules.today, copiedRate(initialText, text))
    : null;
  const suggestedRateText = suggestedRate === null ? '' : toInputText(suggestedRate.rate);
  useEffect(() => {
    if (!isRateTyped) form.setValue('rate', suggestedRateText, { shouldValidate: form.formState.isSubmitted });
  }, [form, isRateTyped, suggestedRateText]);

  // A new task is added to the price list unless the person unticks it. A hidden task stays hidden.
  const [unlisted, setUnlisted] = useState<string | null>(draft?.unlisted ?? null);
  const isNewTask = (name: string) =>
    lists.tasksLoaded &&
    name.trim() !== '' &&
    (account.role === 'admin' || account.settings.seesRates) &&
    findByName(name, lists.tasks) === null;
  const isListed = (name: string) => isNewTask(name) && !(unlisted !== null && sameName(unlisted, name));
  return {
    /** The suggested rate, and whether the person has typed another one. */
    suggestedRate,
    isRateTyped,
    typeRate: () => setTypedFor(form.getValues('taskName')),
    forgetTypedRate: () => setTypedFor(null),
    /** Whether a new task is to be added to the price list; null if it is not new, or can't be added. */
    keepsTask: isNewTask(text.taskName) ? isListed(text.taskName) : null,
    keepTask: (keep: boolean) => setUnlisted(keep ? null : form.getValues('taskName')),
    isListed,
    /** What a draft keeps. */
    kept: { typedFor, unlisted },
  };
}

/** The rate of the repeated entry, as long as task, unit and customer are the same. */
function copiedRate(initialText: WorkText, text: WorkText) {
  const isSameJob =
    sameName(initialText.taskName, text.taskName) &&
    sameName(initialText.customer, text.customer) &&
    initialText.chargeableUnit === text.chargeableUnit;
  return isSameJob ? decimalIn(initialText.rate) : null;
}
