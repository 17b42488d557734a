import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recentJobsQuery } from '@/data/summaries';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { CustomerSelect } from '@/widgets/customer-select';
import { TaskSelect } from '@/widgets/task-select';
import type { Job } from './time-entries';

/** What the time is for: a task or General, and a customer where there is one. */
export function JobDialog({
  title,
  verb,
  job,
  busy,
  onClose,
  onChosen,
}: {
  title: string;
  verb: string;
  job: Job;
  busy: boolean;
  onClose: () => void;
  onChosen: (job: Job) => void;
}) {
  const { ownerId, userId } = useAccount();
  const { data: recent = [] } = useQuery(recentJobsQuery(ownerId, userId));
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
        <TaskSelect label="Job" value={activity} recent={recent} onChange={setActivity} />
        <CustomerSelect label="Customer (optional)" value={customer} recent={recent} onChange={setCustomer} />
      </div>
    </Dialog>
  );
}
