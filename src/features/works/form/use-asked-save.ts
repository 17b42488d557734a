import { useState } from 'react';
import { safeParse } from 'valibot';
import { customerIdOf, findByName } from '@/domain/customers/customer';
import { hasMore, moreProblem } from '@/domain/works/job-more';
import { jobFields } from '@/features/works/entries/job-entries';
import { insertEntry } from '@/features/works/entries/work-entries';
import type { Columns } from '@/offline/outbox/entry';
import { waitingNow } from '@/offline/outbox/outbox';
import type { NewWork } from '@/records/works';
import { useSaveAfterPhotos } from '@/widgets/photos/photo-wait';
import { alreadyLoggedQuestion, questionsFor, type Answer, type Question } from './save-questions';
import type { FormStart, TypedJob } from './typed-job';
import { useSaveWork, type EntryToSave } from './use-save-work';
import { withWaitingCustomersAndTasks } from './waiting-lists';
import { workSchema } from './work-schema';

type JobToSave = { work: NewWork; answered: string[]; addAnother: boolean; asNewEntry: boolean };

/** The questions about a job that is about to be saved, among them whether its id is used already. */
function questionsAbout(
  { id, account, rules, lists, form, more }: TypedJob,
  { work, asNewEntry }: JobToSave,
  replaces: boolean,
): Question[] {
  const { sent, entries } = waitingNow();
  const all = [...sent, ...entries];
  const undone = all.filter(({ action }) => action === 'delete').map((entry) => entry.id);
  const questions = questionsFor(work, {
    rules,
    now: new Date(),
    dateChosen: form.getValues('workDate') !== '',
    currency: account.settings.currency,
    employeeId: account.role === 'employee' ? account.userId : null,
    customerNames: lists.customers.map(({ name }) => name),
    // Includes what was just saved and is not rendered yet.
    recent: withWaitingCustomersAndTasks(lists, entries, account, rules.today).recent,
    corrected: new Set(replaces ? [id, ...undone] : undone),
  });
  const last = all.findLast((one) => one.id === id);
  if (!last || last.action === 'delete' || asNewEntry || replaces) return questions;
  const row = hasMore(more) ? jobFields(account, work, more, null) : insertEntry(account, id, work, [], null).fields;
  // Identical content under the same id means that the same press was repeated; it is not a second entry.
  return contentOf(last.fields) === contentOf(row) ? questions : [...questions, alreadyLoggedQuestion(last, rules)];
}

/** Without customer_id: a customer who was new at the first press may have an id by now. */
const contentOf = (fields: Columns) =>
  JSON.stringify(
    Object.entries(fields)
      .filter(([column]) => column !== 'customer_id')
      .toSorted(),
    (column, value: unknown) => (column === 'customer_id' ? undefined : value),
  );

/** Saves a job after its photos are ready and its questions are answered. */
export function useAskedSave(
  job: TypedJob,
  { draftKey, replaces }: Pick<FormStart, 'draftKey' | 'replaces'>,
  /** Whether a task is to be added to the price list. */
  isListed: (taskName: string) => boolean,
  onSaved: (entry: EntryToSave, addAnother: boolean) => void,
) {
  const { id, rules, lists, form, text, more } = job;
  const [open, setOpen] = useState<{ toSave: JobToSave; question: Question } | null>(null);
  const save = useSaveWork(draftKey, [text, more]);
  const afterPhotos = useSaveAfterPhotos(id);
  const askOrSave = (toSave: JobToSave) => {
    const { work, answered, addAnother, asNewEntry } = toSave;
    // `JobWarnings` shows the problem, below "More on this job".
    if (hasMore(more) && moreProblem(more, work.workDate, rules) !== null) return;
    const question = questionsAbout(job, toSave, replaces).find(({ id: one }) => !answered.includes(one));
    setOpen(question ? { toSave, question } : null);
    if (question) return;
    const customerId = customerIdOf(work.customer, lists.customers);
    const newCustomer = findByName(work.customer, lists.customers)?.active !== true;
    const entry = { id, work, more, replaces, newCustomer, newTask: isListed(work.taskName), customerId, asNewEntry };
    save.save(entry, {
      onSaved: (savedAs) => onSaved({ ...entry, id: savedAs }, addAnother),
      // Another tab saved it at the same moment.
      onDuplicate: (otherEntry) => setOpen({ toSave, question: alreadyLoggedQuestion(otherEntry, rules) }),
    });
  };
  return {
    saving: {
      submit: (addAnother = false) =>
        afterPhotos.whenReady(() => {
          const onValid = (work: NewWork) => askOrSave({ work, answered: [], addAnother, asNewEntry: false });
          // handleSubmit would render the form twice before calling `onValid`, which delays saving.
          const parsed = safeParse(workSchema(rules), form.getValues());
          if (parsed.success) {
            if (Object.keys(form.formState.errors).length > 0) form.clearErrors();
            return onValid(parsed.output);
          }
          // Safe to ignore: handleSubmit never rejects here, and the mutation reports its own errors.
          void form.handleSubmit(onValid)();
        }),
      busy: save.busy || afterPhotos.waiting,
      /** Whether saving waits for a photo. */
      waitsForPhoto: afterPhotos.waiting,
      unstoredEntry: save.unstored,
      onUnstoredEntrySent: save.onUnstoredEntrySent,
    },
    questions: {
      question: open?.question ?? null,
      answer: ({ change, asNewEntry }: Answer) => {
        if (!open) return;
        const { toSave, question } = open;
        if (change.customer !== undefined) form.setValue('customer', change.customer);
        if (change.workDate !== undefined) form.setValue('workDate', change.workDate);
        askOrSave({
          ...toSave,
          work: { ...toSave.work, ...change },
          answered: [...toSave.answered, question.id],
          asNewEntry: toSave.asNewEntry || asNewEntry === true,
        });
      },
      goBack: () => setOpen(null),
    },
  };
}
