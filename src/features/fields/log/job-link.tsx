import type { Activity } from '@/records/field-activities';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';

/** Leads from an activity to the job that it was logged with, for people who may see that job. */
export function JobLink({ activity: { workId, createdBy } }: { activity: Activity }) {
  const { role, userId, settings } = useAccount();
  if (workId === null || !(role === 'admin' || settings.seesAllWorks || createdBy === userId)) return null;
  return <ButtonLink to={`/works-list?docket=${workId}`}>See the job that this was logged with</ButtonLink>;
}
