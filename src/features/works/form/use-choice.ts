import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { sameName } from '@/domain/core/search';
import { findByName } from '@/domain/customers/customer';
import type { FarmField } from '@/records/fields';
import { unitFor } from './job-start';
import type { TypedJob } from './typed-job';

type Step = { customer?: string; task?: string; find?: '1' };

/** The choice of customer and task: on a phone one step each, in the URL. The task determines the unit. */
export function useChoice({ form, text, lists }: Pick<TypedJob, 'form' | 'text' | 'lists'>) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const shouldValidate = () => ({ shouldValidate: form.formState.isSubmitted });
  const setCustomer = (customer: string) => form.setValue('customer', customer, shouldValidate());
  /**
   * Fills an empty description with the field's name, and chooses the field's customer through `choose`: phone and
   * desktop forms do that differently.
   */
  const applyField = ({ name, customer: owner }: FarmField, choose: (customer: string) => void) => {
    if (form.getValues('taskDescription') === '') form.setValue('taskDescription', name);
    if (owner !== null) choose(owner);
  };
  const setTask = (taskName: string) => {
    form.setValue('taskName', taskName, shouldValidate());
    const unit = unitFor(lists, form.getValues('customer'), taskName);
    if (unit !== form.getValues('chargeableUnit')) form.setValue('quantity', '');
    form.setValue('chargeableUnit', unit);
  };

  // The URL determines customer and task, so that Back, links and reloading work.
  const customer = params.get('customer') ?? '';
  const taskName = params.get('task') ?? '';
  useEffect(() => {
    if (customer && !sameName(customer, form.getValues('customer'))) setCustomer(customer);
    if (taskName && !sameName(taskName, form.getValues('taskName'))) setTask(taskName);
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when the URL changes; it must not replace what is typed later
  }, [customer, taskName]);

  // The form may open before the task of the URL is in the list. Once it is, set its unit, unless the user has chosen
  // another unit or entered an amount for the one shown.
  const { customer: formCustomer, taskName: formTask, chargeableUnit: shownUnit, quantity } = text;
  const unit = unitFor(lists, formCustomer, formTask);
  const isKnownTask = findByName(formTask, lists.tasks) !== null;
  const previous = useRef({ formTask, isKnownTask, unit });
  useEffect(() => {
    const last = previous.current;
    previous.current = { formTask, isKnownTask, unit };
    const isNewToList = isKnownTask && !last.isKnownTask && last.formTask === formTask;
    if (isNewToList && quantity === '' && shownUnit === last.unit) form.setValue('chargeableUnit', unit);
  }, [form, isKnownTask, formTask, quantity, shownUnit, unit]);

  return {
    step: { customer, taskName, finding: params.has('find') },
    go: (to: Step) => void navigate({ search: new URLSearchParams(to).toString() }),
    setCustomer,
    setTask,
    applyField,
  };
}
