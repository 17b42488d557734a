import { useQuery } from '@tanstack/react-query';
import { jobsOfDayQuery } from '@/data/works/job-choices';
import { areaWarning, overlapWarnings, type OnJob } from '@/domain/works/job';
import { fieldAreas, moreProblem } from '@/domain/works/job-more';
import type { TypedJob } from '@/features/works/form/typed-job';
import { Banner } from '@/ui/feedback/banner';

/** Possible mistakes in a job. They do not prevent saving, except a problem for which the database would refuse it. */
export function JobWarnings({ job: { more, text, account, rules, preview, id } }: { job: TypedJob }) {
  const date = text.workDate || rules.today;
  const hasTimes = text.startTime !== '' || more.people.some(({ startTime }) => startTime !== '');
  const { data: others = [] } = useQuery({
    ...jobsOfDayQuery(account, date),
    enabled: hasTimes && more.people.length + more.machines.length > 0,
  });
  const job = `${text.taskName}, ${text.customer}`;
  const onJob = (ref: string, name: string, times: { startTime: string; finishTime: string }): OnJob => {
    const own = times.startTime === '' ? text : times;
    return { ...{ jobId: id, job, ref, name }, startTime: own.startTime || null, finishTime: own.finishTime || null };
  };
  const mine = [
    ...more.people.map((one) => onJob(one.personId ?? one.name.toLowerCase(), one.name, one)),
    ...more.machines.map((one) => onJob(one.machineId, one.name, text)),
  ];
  const area = areaWarning(fieldAreas(more.fields), { unit: text.chargeableUnit, quantity: preview.quantity });
  const warnings = [...(area === null ? [] : [area]), ...overlapWarnings(mine, others)];
  const problem = moreProblem(more, date, rules);
  return (
    <output className="grid gap-2">
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      {warnings.map((warning) => (
        <Banner key={warning} tone="warn">
          {warning}
        </Banner>
      ))}
    </output>
  );
}
