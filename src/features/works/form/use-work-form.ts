import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { safeParse } from 'valibot';
import { decimalIn, toInputText } from '@/domain/core/money';
import { sameName } from '@/domain/core/search';
import { customerIdOf, findByName } from '@/domain/customers/customer';
import { filledQuantity, hasMore, NO_MORE, type JobMore } from '@/domain/works/job-more';
import { moreProblem } from '@/domain/works/job-problems';
import { previewOf, rulesOf } from '@/domain/works/work-rules';
import { jobFields } from '@/features/works/entries/job-entries';
import { insertEntry } from '@/features/works/entries/work-entries';
import { useDraft } from '@/offline/outbox/drafts/draft';
import type { Fields } from '@/offline/outbox/entry';
import { waitingNow } from '@/offline/outbox/outbox';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import type { FarmField } from '@/records/fields';
import type { NewWork } from '@/records/works';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useIsCurrentScreen } from '@/ui/use-is-current-screen';
import { useSaveAfterPhotos } from '@/widgets/photos/photo-wait';
import { rateFor, unitFor, type Lists } from './job-start';
import { alreadyLoggedQuestion, questionsFor, type Answer, type Question } from './save-questions';
import { savedEntryIn, savedEntryOf, type SavedEntry } from './saved-entry';
import { useSaveWork, type EntryToSave } from './use-save-work';
import { withWaitingCustomersAndTasks } from './waiting-lists';
import { EMPTY, type WorkText } from './work-fields';
import { workSchema } from './work-schema';

export type WorkForm = UseFormReturn<WorkText, unknown, NewWork>;

/** The state shared by all parts of the entry screen. */
export type WorkEntry = ReturnType<typeof useWorkForm>;

type Step = { customer?: string; task?: string; find?: '1' };
type JobToSave = { work: NewWork; answered: string[]; addAnother: boolean; asNewEntry: boolean };

/** Fields that keep their value for the next job. */
const CARRIED_OVER_FIELDS: readonly string[] = [
  'customer',
  'taskName',
  'chargeableUnit',
  'rate',
  'workDate',
] satisfies (keyof WorkText)[];
/** All other fields belong to one job and are emptied after saving. The cast is safe: EMPTY has only these keys. */
const PER_JOB_FIELDS = (Object.keys(EMPTY) as (keyof WorkText)[]).filter((name) => !CARRIED_OVER_FIELDS.includes(name));

/** A draft, restored after the app was closed. */
export type WorkDraft = {
  /** The id that the entry will have. */
  id: string;
  text: WorkText;
  /** The task for which the person typed a rate. */
  typedFor: string | null;
  /** The new task that the person does not want on the price list. */
  unlisted?: string | null;
  /** What is on the job besides its first line. */
  more?: JobMore;
};
export const DRAFT_NAME = 'add-work';

/** State of one new entry, from the first question to the confirmation: form, URL, questions, saving. */
export function useWorkForm(
  lists: Lists,
  initialText: WorkText,
  { draft, key }: { draft: WorkDraft | null; key: string },
  reservedId: string | null,
  /** Whether the draft is a job in the outbox, whose entry is replaced on saving. */
  replacesJob: boolean,
) {
  const [replaces, setReplaces] = useState(replacesJob);
  const account = useAccount();
  const today = useToday();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const stillHere = useIsCurrentScreen();
  const [id, setId] = useState<string>(() => draft?.id ?? reservedId ?? crypto.randomUUID());
  const [openQuestion, setOpenQuestion] = useState<{ job: JobToSave; question: Question } | null>(null);
  const rules = rulesOf(account, today);
  const schema = workSchema(rules);
  const form: WorkForm = useForm({
    resolver: standardSchemaResolver(schema),
    // A draft stored by an older version of the app may lack fields.
    defaultValues: draft ? { ...EMPTY, ...draft.text } : initialText,
  });
  const text = useWatch({ control: form.control, compute: (values: WorkText) => values });

  // A typed rate is kept while the task is the same; otherwise the rate follows customer, task, unit and date.
  const [typedFor, setTypedFor] = useState<string | null>(draft?.typedFor ?? null);
  const isRateTyped = typedFor !== null && sameName(typedFor, text.taskName);
  const suggestedRate = account.settings.seesRates
    ? rateFor(
        lists,
        { ...text, unit: text.chargeableUnit, date: text.workDate || today },
        today,
        copiedRate(initialText, text),
      )
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

  // Lines, people, machines, fields and materials besides the first line.
  const [more, setMoreParts] = useState<JobMore>(draft?.more ?? NO_MORE);
  const setMore = (next: JobMore) => {
    // The fields fill in the quantity until somebody changes it.
    const fill = (unit: string, quantity: string) => {
      const filled = filledQuantity(next.fields, unit);
      const isFree = quantity.trim() === '' || quantity === filledQuantity(more.fields, unit);
      return filled !== null && isFree ? filled : quantity;
    };
    const { chargeableUnit: lineUnit, quantity: typed } = form.getValues();
    const isFieldChange = next.fields !== more.fields;
    if (isFieldChange) form.setValue('quantity', fill(lineUnit, typed), { shouldValidate: isSubmitted(form) });
    const lines = isFieldChange
      ? next.lines.map((line) => (line.isQuantityTyped ? line : { ...line, quantity: fill(line.unit, line.quantity) }))
      : next.lines;
    setMoreParts({ ...next, lines });
  };

  // No draft for customer and task only: choosing them again takes two presses.
  const { data: photos = [] } = useQuery(keptPhotosQuery(account.userId, id));
  const hasInput =
    photos.length > 0 ||
    isRateTyped ||
    hasMore(more) ||
    PER_JOB_FIELDS.some((name) => text[name] !== EMPTY[name] && text[name] !== initialText[name]);
  useDraft(
    account.userId,
    key,
    id,
    hasInput && !replaces ? { text, typedFor, unlisted, ...(hasMore(more) && { more }) } : null,
  );

  const saving = useSaveWork(key, [text, more]);
  const saveAfterPhotos = useSaveAfterPhotos(id);
  const [justSaved, setJustSaved] = useState<{ savedEntry: SavedEntry; locationKey: string } | null>(null);
  const resetForNextJob = (addAnother: boolean) => {
    for (const name of PER_JOB_FIELDS) form.setValue(name, EMPTY[name]);
    setMoreParts(NO_MORE);
    setReplaces(false);
    form.clearErrors();
    setId(crypto.randomUUID());
    // A typed rate is kept for another job of the same kind, but not for the next customer.
    if (!addAnother) setTypedFor(null);
  };
  const onSaved = (entry: EntryToSave, addAnother: boolean) => {
    if (addAnother) {
      // Render synchronously: a second click must not find the old id with an empty form.
      flushSync(() => resetForNextJob(addAnother));
      return form.setFocus('quantity');
    }
    const savedEntry = savedEntryOf(entry, form.getValues());
    // Render synchronously, so that no frame is painted without the confirmation.
    flushSync(() => setJustSaved({ savedEntry, locationKey: location.key }));
    resetForNextJob(addAnother);
    // Do not navigate if the person is already on the way to another page while this one is still visible.
    if (!stillHere()) return;
    void navigate(
      { search: searchString({ customer: entry.work.customer }) },
      { replace: true, state: { saved: savedEntry } },
    );
  };

  const setCustomer = (customer: string) => form.setValue('customer', customer, { shouldValidate: isSubmitted(form) });
  /**
   * Fills an empty description with the field's name, and chooses the field's customer through `choose`: phone and
   * desktop forms do that differently.
   */
  const applyField = ({ name, customer: owner }: FarmField, choose: (customer: string) => void) => {
    if (form.getValues('taskDescription') === '') form.setValue('taskDescription', name);
    if (owner !== null) choose(owner);
  };
  const setTask = (taskName: string) => {
    form.setValue('taskName', taskName, { shouldValidate: isSubmitted(form) });
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

  const askOrSave = (job: JobToSave) => {
    const { work, answered, addAnother, asNewEntry } = job;
    // `JobWarnings` shows the problem, below "More on this job".
    if (hasMore(more) && moreProblem(more, work.workDate, rules) !== null) return;
    const { sent, entries } = waitingNow();
    const questions = questionsFor(work, {
      rules,
      now: new Date(),
      dateChosen: form.getValues('workDate') !== '',
      currency: account.settings.currency,
      employeeId: account.role === 'employee' ? account.userId : null,
      customerNames: lists.customers.map(({ name }) => name),
      // Includes what was just saved and is not rendered yet.
      recent: withWaitingCustomersAndTasks(lists, entries, account, today).recent,
      corrected: new Set([
        ...(replaces ? [id] : []),
        ...[...sent, ...entries].filter(({ action }) => action === 'delete').map((undone) => undone.id),
      ]),
    });
    const last = [...sent, ...entries].findLast((one) => one.id === id);
    // Identical content under the same id means that the same press was repeated; it is not a second entry.
    const customerId = customerIdOf(work.customer, lists.customers);
    const row = hasMore(more) ? jobFields(account, work, more, null) : insertEntry(account, id, work, [], null).fields;
    // Ignore customer_id: a customer who was new at the first press may have an id by now.
    const contentOf = (fields: Fields) =>
      JSON.stringify(
        Object.entries(fields)
          .filter(([column]) => column !== 'customer_id')
          .toSorted(),
        (column, value: unknown) => (column === 'customer_id' ? undefined : value),
      );
    const isSameContent = (fields: Fields) => contentOf(fields) === contentOf(row);
    if (last && last.action !== 'delete' && !asNewEntry && !replaces && !isSameContent(last.fields))
      questions.push(alreadyLoggedQuestion(last, rules));
    const question = questions.find((candidate) => !answered.includes(candidate.id));
    setOpenQuestion(question ? { job, question } : null);
    if (question) return;
    const newCustomer = findByName(work.customer, lists.customers)?.active !== true;
    const entry = { id, work, more, replaces, newCustomer, newTask: isListed(work.taskName), customerId, asNewEntry };
    saving.save(entry, {
      onSaved: (savedAs) => onSaved({ ...entry, id: savedAs }, addAnother),
      // Another tab saved it at the same moment.
      onDuplicate: (otherEntry) => setOpenQuestion({ job, question: alreadyLoggedQuestion(otherEntry, rules) }),
    });
  };

  return {
    id,
    form,
    text,
    rules,
    account,
    preview: previewOf(text, rules),
    more,
    setMore,
    lists,
    step: { customer, taskName, finding: params.has('find') },
    go: (to: Step) => void navigate({ search: searchString(to) }),
    saved: justSaved?.locationKey === location.key ? justSaved.savedEntry : savedEntryIn(location.state),
    setCustomer,
    applyField,
    setTask,
    /** The suggested rate, and whether the person has typed another one. */
    suggestedRate,
    isRateTyped,
    /** Whether a new task is to be added to the price list; null if it is not new, or can't be added. */
    keepsTask: isNewTask(text.taskName) ? isListed(text.taskName) : null,
    keepTask: (keep: boolean) => setUnlisted(keep ? null : form.getValues('taskName')),
    typeRate: () => setTypedFor(form.getValues('taskName')),
    submit: (addAnother = false) =>
      saveAfterPhotos.whenReady(() => {
        const onValid = (work: NewWork) => askOrSave({ work, answered: [], addAnother, asNewEntry: false });
        // handleSubmit would render the form twice before calling `onValid`, which delays saving.
        const parsed = safeParse(schema, form.getValues());
        if (parsed.success) {
          if (Object.keys(form.formState.errors).length > 0) form.clearErrors();
          return onValid(parsed.output);
        }
        // Safe to ignore: handleSubmit never rejects here, and the mutation reports its own errors.
        void form.handleSubmit(onValid)();
      }),
    busy: saving.busy || saveAfterPhotos.waiting,
    /** Whether saving waits for a photo. */
    waitsForPhoto: saveAfterPhotos.waiting,
    unstoredEntry: saving.unstored,
    onUnstoredEntrySent: saving.onUnstoredEntrySent,
    question: openQuestion?.question ?? null,
    answer: ({ change, asNewEntry }: Answer) => {
      if (!openQuestion) return;
      const { job, question } = openQuestion;
      if (change.customer !== undefined) form.setValue('customer', change.customer);
      if (change.workDate !== undefined) form.setValue('workDate', change.workDate);
      const work = { ...job.work, ...change };
      askOrSave({
        ...job,
        work,
        answered: [...job.answered, question.id],
        asNewEntry: job.asNewEntry || asNewEntry === true,
      });
    },
    goBack: () => setOpenQuestion(null),
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

const isSubmitted = (form: WorkForm) => form.formState.isSubmitted;
const searchString = (to: Record<string, string>) => new URLSearchParams(to).toString();
