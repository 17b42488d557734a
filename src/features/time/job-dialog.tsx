import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recentJobsQuery } from '@/data/summaries';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Choice, Choices } from '@/ui/forms/choice';
import { Dialog } from '@/ui/popups/dialog';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { TaskSelect } from '@/widgets/pickers/task-select';
import { jobWords } from '@/records/time';
import { type Job } from './time-entries';

/** Chooses what the time is for: a task or "General", optionally with a customer. */
export function JobDialog({
  title,
  verb,
  job,
  lately,
  busy,
  onClose,
  onChosen,
}: {
  title: string;
  verb: string;
  job: Job;
  /** The last jobs, latest first. */
  lately: readonly Job[];
  busy: boolean;
  onClose: () => void;
  onChosen: (job: Job) => void;
}) {
  const { ownerId, userId } = useAccount();
  const { data: jobs = [] } = useQuery(recentJobsQuery(ownerId, userId));
  // Each task once, even if it was done for several customers.
  const recent = jobs.filter(({ taskName }, at) => jobs.findIndex((other) => other.taskName === taskName) === at);
  const [activity, setActivity] = useState(job.activity);
  const [customer, setCustomer] = useState(job.customer ?? '');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="main"
            busy={busy}
            busyText="Saving..."
            onClick={() => onChosen({ activity: activity.trim() || 'General', customer: customer.trim() || null })}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {lately.length > 0 && (
          <Choices label="Last jobs">
            {lately.map((one) => (
              <Choice
                key={jobWords(one)}
                disabled={busy}
                title={one.activity}
                detail={one.customer}
                onClick={() => onChosen(one)}
              />
            ))}
          </Choices>
        )}
        <TaskSelect label="Job" value={activity} recent={recent} onChange={setActivity} />
        <CustomerSelect label="Customer (optional)" value={customer} recent={recent} onChange={setCustomer} />
      </div>
    </Dialog>
  );
}
