import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { safeParse } from 'valibot';
import { parseDecimal, toInputText } from '@/domain/core/money';
import { customerIdOf, findByName } from '@/domain/customers/customer';
import { sameName } from '@/domain/works/work';
import { withWaiting } from '@/features/works/waiting-works';
import { insertEntry } from '@/features/works/work-entries';
import { EMPTY, type WorkText } from '@/features/works/work-fields';
import { previewOf, rulesOf } from '@/features/works/work-rules';
import { useDraft } from '@/offline/outbox/drafts/draft';
import type { Fields } from '@/offline/outbox/entry';
import { waitingNow } from '@/offline/outbox/outbox';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import type { NewWork } from '@/records/works';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useStillHere } from '@/ui/use-still-here';
import { usePhotosFirst } from '@/widgets/photos/photo-wait';
import { rateFor, unitFor, type Lists } from './job-start';
import { loggedAlready, questionsFor, type Answer, type Question } from './save-questions';
import { savedIn, slipOf, type Slip } from './saved-entry';
import { useSaveWork, type Entry } from './use-save-work';
import { workSchema } from './work-schema';

export type WorkForm = UseFormReturn<WorkText, unknown, NewWork>;

/** The state shared by all parts of the entry screen. */
export type WorkEntry = ReturnType<typeof useWorkForm>;

type Step = { customer?: string; task?: string; find?: '1' };
type Job = { work: NewWork; answered: string[]; another: boolean; apart: boolean };

/** Kept for the next job. */
const KEPT: readonly string[] = [
  'customer',
  'taskName',
  'chargeableUnit',
  'rate',
  'workDate',
] satisfies (keyof WorkText)[];
/** Every other field is of one job only and emptied after saving. The cast is safe: EMPTY has no further keys. */
const ONCE = (Object.keys(EMPTY) as (keyof WorkText)[]).filter((name) => !KEPT.includes(name));

/**
 * A draft, restored after the app was closed: the form, the id it generated, the task for which a rate was typed, and
 * the task that is not to be added to the price list.
 */
export type WorkDraft = { id: string; text: WorkText; typedFor: string | null; unlisted?: string | null };
export const DRAFT = 'add-work';

/** State of one new entry, from the first question to the confirmation: form, URL, questions, saving. */
export function useWorkForm(
  lists: Lists,
  begin: WorkText,
  { draft, key }: { draft: WorkDraft | null; key: string },
  as: string | null,
) {
  const account = useAccount();
  const today = useToday();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const stillHere = useStillHere();
  const [id, setId] = useState<string>(() => draft?.id ?? as ?? crypto.randomUUID());
  const [asking, setAsking] = useState<{ job: Job; question: Question } | null>(null);
  const rules = rulesOf(account, today);
  const schema = workSchema(rules);
  const form: WorkForm = useForm({
    resolver: standardSchemaResolver(schema),
    // A draft may be older than a field.
    defaultValues: draft ? { ...EMPTY, ...draft.text } : begin,
  });
  const text = useWatch({ control: form.control, compute: (values: WorkText) => values });

  // A typed rate is kept while the task is the same; otherwise the rate follows customer, task, unit and date.
  const [typedFor, setTypedFor] = useState<string | null>(draft?.typedFor ?? null);
  const typed = typedFor !== null && sameName(typedFor, text.taskName);
  const offer = account.settings.seesRates
    ? rateFor(
        lists,
        { ...text, unit: text.chargeableUnit, date: text.workDate || today },
        today,
        copiedRate(begin, text),
      )
    : null;
  const offered = offer === null ? '' : toInputText(offer.rate);
  useEffect(() => {
    if (!typed) form.setValue('rate', offered, { shouldValidate: form.formState.isSubmitted });
  }, [form, typed, offered]);

  // A new task is added to the price list unless the person unticks it. A hidden task stays hidden.
  const [unlisted, setUnlisted] = useState<string | null>(draft?.unlisted ?? null);
  const isNewTask = (name: string) =>
    lists.knowsTasks &&
    name.trim() !== '' &&
    (account.role === 'admin' || account.settings.seesRates) &&
    findByName(name, lists.tasks) === null;
  const isListed = (name: string) => isNewTask(name) && !(unlisted !== null && sameName(unlisted, name));

  // Names alone are not worth a draft: they are chosen again with two presses.
  const { data: photos = [] } = useQuery(keptPhotosQuery(account.userId, id));
  const worthKeeping =
    photos.length > 0 || typed || ONCE.some((name) => text[name] !== EMPTY[name] && text[name] !== begin[name]);
  useDraft(account.userId, key, id, worthKeeping ? { text, typedFor, unlisted } : null);

  const saving = useSaveWork(key);
  const photosFirst = usePhotosFirst(id);
  const [justSaved, setJustSaved] = useState<{ slip: Slip; at: string } | null>(null);
  const emptied = (another: boolean) => {
    for (const name of ONCE) form.setValue(name, EMPTY[name]);
    form.clearErrors();
    setId(crypto.randomUUID());
    // A typed rate is kept for another job of the same kind, but not for the next customer.
    if (!another) setTypedFor(null);
  };
  const onSaved = (entry: Entry, another: boolean) => {
    if (another) {
      // Synchronously: a second click must not find the old id with an empty form.
      flushSync(() => emptied(another));
      return form.setFocus('quantity');
    }
    const slip = slipOf(entry, form.getValues());
    // Render synchronously, so that no frame is painted without the confirmation.
    flushSync(() => setJustSaved({ slip, at: location.key }));
    emptied(another);
    // Do not navigate if the person is already on the way to another page while this one is still visible.
    if (!stillHere()) return;
    void navigate({ search: search({ customer: entry.work.customer }) }, { replace: true, state: { saved: slip } });
  };

  const setCustomer = (customer: string) => form.setValue('customer', customer, { shouldValidate: asked(form) });
  const setTask = (taskName: string) => {
    form.setValue('taskName', taskName, { shouldValidate: asked(form) });
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new address counts; it must not replace what is typed later
  }, [customer, taskName]);

  // A task from the URL may be new to the list that the form opened with: its unit follows once it is known, unless the
  // user has chosen another unit or entered an amount for the one shown.
  const { customer: ofCustomer, taskName: ofTask, chargeableUnit: shownUnit, quantity } = text;
  const unit = unitFor(lists, ofCustomer, ofTask);
  const isKnownTask = findByName(ofTask, lists.tasks) !== null;
  const before = useRef({ ofTask, isKnownTask, unit });
  useEffect(() => {
    const last = before.current;
    before.current = { ofTask, isKnownTask, unit };
    const isNewToList = isKnownTask && !last.isKnownTask && last.ofTask === ofTask;
    if (isNewToList && quantity === '' && shownUnit === last.unit) form.setValue('chargeableUnit', unit);
  }, [form, isKnownTask, ofTask, quantity, shownUnit, unit]);

  const finish = (job: Job) => {
    const { work, answered, another, apart } = job;
    const { sent, entries } = waitingNow();
    const questions = questionsFor(work, {
      rules,
      now: new Date(),
      dateChosen: form.getValues('workDate') !== '',
      currency: account.settings.currency,
      employeeId: account.role === 'employee' ? account.userId : null,
      customerNames: lists.customers.map(({ name }) => name),
      // Includes what was just saved and is not rendered yet.
      recent: withWaiting(lists, entries, account, today).recent,
    });
    const last = [...sent, ...entries].findLast((one) => one.id === id);
    // Identical content under the same id is the same press repeated, not a second entry.
    const customerId = customerIdOf(work.customer, lists.customers);
    const row = insertEntry(account, id, work, [], null).fields;
    // The customer_id is ignored: a customer who was new then may have an id by now.
    const contentOf = (one: Fields) =>
      JSON.stringify(
        Object.entries(one)
          .filter(([column]) => column !== 'customer_id')
          .toSorted(),
      );
    const same = (one: Fields) => contentOf(one) === contentOf(row);
    if (last && last.action !== 'delete' && !apart && !same(last.fields)) questions.push(loggedAlready(last, rules));
    const question = questions.find((open) => !answered.includes(open.id));
    setAsking(question ? { job, question } : null);
    if (question) return;
    const newCustomer = findByName(work.customer, lists.customers)?.active !== true;
    const entry = { id, work, newCustomer, newTask: isListed(work.taskName), customerId, apart };
    saving.save(entry, {
      onSaved: (savedAs) => onSaved({ ...entry, id: savedAs }, another),
      // Another tab saved it at the same moment.
      onTaken: (by) => setAsking({ job, question: loggedAlready(by, rules) }),
    });
  };

  return {
    id,
    form,
    text,
    rules,
    account,
    preview: previewOf(text, rules),
    lists,
    step: { customer, taskName, finding: params.has('find') },
    go: (to: Step) => void navigate({ search: search(to) }),
    saved: justSaved?.at === location.key ? justSaved.slip : savedIn(location.state),
    setCustomer,
    setTask,
    /** The suggested rate, and whether the person has typed another one. */
    offer,
    rateTyped: typed,
    /** Whether a new task is to be added to the price list; null if it is not new, or can't be added. */
    keepsTask: isNewTask(text.taskName) ? isListed(text.taskName) : null,
    keepTask: (keep: boolean) => setUnlisted(keep ? null : form.getValues('taskName')),
    typeRate: () => setTypedFor(form.getValues('taskName')),
    submit: (another = false) =>
      photosFirst.first(() => {
        const go = (work: NewWork) => finish({ work, answered: [], another, apart: false });
        // handleSubmit would render the form twice before calling `go`, which delays saving.
        const read = safeParse(schema, form.getValues());
        if (read.success) {
          if (Object.keys(form.formState.errors).length > 0) form.clearErrors();
          return go(read.output);
        }
        // Safe to ignore: handleSubmit never rejects here, and the mutation reports its own errors.
        void form.handleSubmit(go)();
      }),
    busy: saving.busy || photosFirst.waiting,
    /** Whether saving waits for a photo. */
    waitsForPhoto: photosFirst.waiting,
    notKept: saving.notKept,
    saveElsewhere: saving.saveElsewhere,
    question: asking?.question ?? null,
    answer: ({ change, anew }: Answer) => {
      if (!asking) return;
      const { job, question } = asking;
      if (change.customer !== undefined) form.setValue('customer', change.customer);
      if (change.workDate !== undefined) form.setValue('workDate', change.workDate);
      const work = { ...job.work, ...change };
      finish({ ...job, work, answered: [...job.answered, question.id], apart: job.apart || anew === true });
    },
    goBack: () => setAsking(null),
  };
}

/** The rate of the repeated entry, as long as task, unit and customer are the same. */
function copiedRate(begin: WorkText, text: WorkText) {
  const rate = parseDecimal(begin.rate);
  const same =
    sameName(begin.taskName, text.taskName) &&
    sameName(begin.customer, text.customer) &&
    begin.chargeableUnit === text.chargeableUnit;
  return rate.ok && same ? rate.value : null;
}

const asked = (form: WorkForm) => form.formState.isSubmitted;
const search = (to: Record<string, string>) => new URLSearchParams(to).toString();
