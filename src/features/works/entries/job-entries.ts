// Converts a whole job to outbox entries.
import type { Account } from '@/domain/account/account';
import { unitOf } from '@/domain/core/units';
import { activitiesOf } from '@/domain/works/job-activities';
import { timedAs, type JobMore, type LineText } from '@/domain/works/job-more';
import { materialRow, numericIn, partRows, trimmed } from '@/domain/works/job-rows';
import type { NewEntry } from '@/offline/outbox/entry';
import { JOB, partId } from '@/records/jobs';
import type { Columns } from '@/records/record';
import type { NewWork } from '@/records/works';
import { insertEntry } from './work-entries';

/** The fields of the outbox entry of a whole job: the lists that the database function `log_job` expects. */
export function jobFields(account: Account, work: NewWork, more: JobMore, customerId: string | null): Columns {
  const { seesRates } = account.settings;
  const head = insertEntry(account, '', work, [], customerId).fields;
  const line = ({ taskName, unit, quantity, rate }: LineText): Columns => ({
    ...{ customer: head['customer'] ?? '', customer_id: head['customer_id'] ?? null, work_date: work.workDate },
    ...{ task_name: taskName.trim(), chargeable_unit: unit },
    quantity: unitOf(unit).lockedQuantity === null ? numericIn(quantity) : 1,
    rate: seesRates ? numericIn(rate) : null,
    breaks: 0,
  });
  return {
    lines: [head, ...more.lines.map(line)],
    ...partRows({ ...more, people: more.people.map((person) => timedAs(work, person)) }),
    materials: more.materials.map((material) => ({
      ...materialRow(material),
      ...(seesRates && trimmed(material.price) !== null && { unit_price: numericIn(material.price) }),
      ...(account.role === 'admin' && trimmed(material.cost) !== null && { unit_cost: numericIn(material.cost) }),
      // Only to edit the entry: the database has them in the records of the fields.
      ...(material.kind !== '' && {
        ...{ kind: material.kind, mapp_pcs_no: trimmed(material.mappNumber) },
        harvest_interval_days: trimmed(material.interval),
      }),
    })),
    activities: activitiesOf(account, head, work.workDate, more),
  };
}

/** One entry for the whole job, so that the database stores all of it or nothing. */
export const jobEntry = (
  account: Account,
  id: string,
  job: { work: NewWork; more: JobMore; customerId: string | null; parents: string[] },
): NewEntry => ({
  ...{ userId: account.userId, accountId: account.ownerId, kind: JOB.kind, version: JOB.version, id },
  ...{ action: 'insert', seen: null, parents: job.parents },
  title: `${job.work.taskName}, ${job.work.customer}`,
  fields: jobFields(account, job.work, job.more, job.customerId),
});

/** Deletes a whole job. `seen`: the ids of its lines and field activities, so that their lists can show the deletion. */
export const undoJob = (account: Account, { id, taskName, customer, more }: UndoneJob): NewEntry => ({
  ...{ userId: account.userId, accountId: account.ownerId, kind: JOB.kind, version: JOB.version, id },
  ...{ action: 'delete', fields: {}, parents: [], title: `${taskName}, ${customer}` },
  seen: {
    lines: [
      ...[null, ...more.lines].map((_, at) => partId(id, 'lines', at)),
      ...more.materials.flatMap(({ price }, at) =>
        account.settings.seesRates && trimmed(price) !== null ? [partId(id, 'materials', at)] : [],
      ),
    ],
    activities: more.materials
      .filter(({ kind }) => kind !== '')
      .flatMap(() => more.fields)
      .map((_, at) => partId(id, 'activities', at)),
  },
});
type UndoneJob = { id: string; taskName: string; customer: string; more: JobMore };
