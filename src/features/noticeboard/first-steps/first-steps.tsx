import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { closeSteps, type SetupStep } from '@/data/account/setup';
import { customersQuery } from '@/data/customers/customers';
import { invoiceSettingsQuery } from '@/data/invoices/invoice-settings';
import { tasksQuery } from '@/data/prices/tasks';
import { recentJobsQuery } from '@/data/summaries';
import { dateIn } from '@/domain/core/time';
import { useOffline } from '@/lib/online';
import { useWaiting } from '@/offline/outbox/outbox';
import { JOB } from '@/records/jobs';
import { WORK } from '@/records/works';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';
import { Card, CardHead } from '@/ui/layout/card';
import { BusinessStep } from './business-step';
import { PricesStep } from './prices-step';
import { StepActions } from './step-actions';

const TITLES: Record<SetupStep, string> = {
  business: 'Your business',
  prices: 'Your price list',
  job: 'Your first job',
};

/** In the order in which they are shown. */
const STEPS = ['business', 'prices', 'job'] as const satisfies readonly SetupStep[];

const REMAINING_WORDS = ['', 'One step left.', 'Two steps left.', 'Three short steps to the first job.'];

type Progress = { steps: readonly SetupStep[]; done: readonly SetupStep[] };

/** The open steps, and those that are already done, on this page or another one; null while loading. */
function useProgress(today: string): Progress | null {
  const account = useAccount();
  const { asksBusiness, asksPrices, asksFirstJob, zone } = account.settings;
  const invoicing = useQuery(invoiceSettingsQuery(account.ownerId));
  const tasks = useQuery(tasksQuery(account));
  const jobs = useQuery(recentJobsQuery(account.ownerId, account.userId));
  const { entries } = useWaiting();
  if ([invoicing, tasks, jobs].some(({ isLoading }) => isLoading)) return null;
  // An account with jobs from an earlier day is already in use: it needs no first steps.
  const isInUse = jobs.data?.some(({ createdAt }) => dateIn(zone, createdAt) < today) === true;
  const isDone: Record<SetupStep, boolean> = {
    business: isInUse || (invoicing.data?.business_name ?? null) !== null,
    prices: isInUse || (tasks.data ?? []).length > 0,
    job:
      (jobs.data ?? []).length > 0 ||
      entries.some(({ kind, action }) => action === 'insert' && (kind === JOB.kind || kind === WORK.kind)),
  };
  const isOffered: Record<SetupStep, boolean | undefined> = {
    business: asksBusiness,
    prices: asksPrices,
    job: asksFirstJob,
  };
  const openSteps = STEPS.filter((step) => isOffered[step]);
  return { steps: openSteps.filter((step) => !isDone[step]), done: openSteps.filter((step) => isDone[step]) };
}

/** The steps to set up a new account. Each can be skipped; a step that was done or skipped is not shown again. */
export function FirstSteps({ today }: { today: string }) {
  const { ownerId } = useAccount();
  const offline = useOffline();
  const progress = useProgress(today);
  const { mutate: close } = useMutation(closeSteps);
  const skip = useMutation(closeSteps);
  const [opened, setOpened] = useState<SetupStep | null>(null);
  const doneSteps = progress?.done.join(' ') ?? '';
  useEffect(() => {
    if (doneSteps !== '' && !offline) close({ ownerId, steps: doneSteps.split(' ') as SetupStep[] });
  }, [close, doneSteps, offline, ownerId]);
  const card = useRef<HTMLDivElement>(null);
  const remaining = progress?.steps.length ?? 0;
  const lastRemaining = useRef(remaining);
  useEffect(() => {
    // A step that is done or skipped is removed while it has the focus: move the focus to the next step.
    if (remaining < lastRemaining.current && document.activeElement === document.body)
      card.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    lastRemaining.current = remaining;
  }, [remaining]);
  const [first] = progress?.steps ?? [];
  if (!progress || first === undefined) return null;
  const { steps } = progress;
  const current = opened !== null && steps.includes(opened) ? opened : first;
  const skipButton = (step: SetupStep) => (
    <Button
      variant="quiet"
      aria-label={`Skip: ${TITLES[step]}`}
      disabled={offline}
      busy={skip.isPending && skip.variables.steps.includes(step)}
      busyText="Skipping..."
      onClick={() => skip.mutate({ ownerId, steps: [step] })}
    >
      Skip
    </Button>
  );
  const content: Record<SetupStep, ReactNode> = {
    business: <BusinessStep skip={skipButton('business')} />,
    prices: <PricesStep skip={skipButton('prices')} />,
    job: <JobStep skip={skipButton('job')} />,
  };
  return (
    <Card rows ref={card}>
      <CardHead title="First steps">
        <span className="text-2 text-muted">{REMAINING_WORDS[steps.length]}</span>
      </CardHead>
      {steps.map((step) => (
        <Step key={step} title={TITLES[step]} open={step === current} onOpen={() => setOpened(step)}>
          {content[step]}
          {offline && (
            <p className="hint">
              {step === 'job' ? 'Skipping needs signal. Logging a job does not.' : 'Saving and skipping need signal.'}
            </p>
          )}
        </Step>
      ))}
    </Card>
  );
}

/** One step. The others stay closed, but what was typed into them is kept. */
function Step({
  title,
  open,
  onOpen,
  children,
}: {
  title: string;
  open: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="text-3">
        <button
          type="button"
          className="flex min-h-tap w-full items-center gap-2 px-4 text-left"
          aria-expanded={open}
          aria-controls={id}
          onClick={onOpen}
        >
          <span className="mr-auto">{title}</span>
          {!open && <ChevronDown aria-hidden="true" className="size-5 flex-none text-muted" />}
        </button>
      </h3>
      <div id={id} className="grid gap-4 px-4 pb-4" hidden={!open}>
        {children}
      </div>
    </section>
  );
}

/** Leads to Add Work, with the customer and the task if there is only one of each. */
function JobStep({ skip }: { skip: ReactNode }) {
  const account = useAccount();
  const customers = (useQuery(customersQuery(account)).data ?? []).filter(({ active }) => active);
  const tasks = (useQuery(tasksQuery(account)).data ?? []).filter(({ active }) => active);
  const params = new URLSearchParams({
    ...(customers.length === 1 && customers[0] && { customer: customers[0].name }),
    ...(tasks.length === 1 && tasks[0] && { task: tasks[0].name }),
  }).toString();
  return (
    <>
      <p>Who for, what, how much. It works without signal, too.</p>
      <StepActions>
        {skip}
        <ButtonLink
          variant="main"
          size="l"
          className="max-sm:flex-1"
          to={params === '' ? '/add-work' : `/add-work?${params}`}
        >
          Log the first job
        </ButtonLink>
      </StepActions>
    </>
  );
}
