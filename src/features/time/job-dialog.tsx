import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recentJobsQuery } from '@/data/summaries';
import { useAccount } from '@/session/account';
import { Choice, Choices } from '@/ui/forms/choice';
import { FormDialog } from '@/ui/popups/form-dialog';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { TaskSelect } from '@/widgets/pickers/task-select';
import { jobWords } from '@/records/time';
import { type Job } from './time-entries';

/** Chooses what the time is for: a task or "General", optionally with a customer. */
export function JobDialog({
  title,
  verb,
  job,
  lastJobs,
  busy,
  onClose,
  onChoose,
}: {
  title: string;
  verb: string;
  job: Job;
  /** The last jobs, latest first. */
  lastJobs: readonly Job[];
  busy: boolean;
  onClose: () => void;
  onChoose: (job: Job) => void;
}) {
  const { ownerId, userId } = useAccount();
  const { data: jobs = [] } = useQuery(recentJobsQuery(ownerId, userId));
  // Each task once, even if it was done for several customers.
  const recent = jobs.filter(({ taskName }, at) => jobs.findIndex((other) => other.taskName === taskName) === at);
  const [activity, setActivity] = useState(job.activity);
  const [customer, setCustomer] = useState(job.customer ?? '');
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      verb={verb}
      busy={busy}
      onSubmit={() => {
        onChoose({ activity: activity.trim() || 'General', customer: customer.trim() || null });
      }}
    >
      {lastJobs.length > 0 && (
        <Choices label="Last jobs">
          {lastJobs.map((lastJob) => (
            <Choice
              key={jobWords(lastJob)}
              disabled={busy}
              title={lastJob.activity}
              detail={lastJob.customer}
              onClick={() => onChoose(lastJob)}
            />
          ))}
        </Choices>
      )}
      <TaskSelect label="Job" value={activity} recent={recent} onChange={setActivity} />
      <CustomerSelect label="Customer (optional)" value={customer} recent={recent} onChange={setCustomer} />
    </FormDialog>
  );
}
