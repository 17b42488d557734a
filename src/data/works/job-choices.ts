// Choices for a job: the farm's people and machines, named gangs, and the people and machines of the last job.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { fieldsOf, listOf, textOf, textOrNull } from '@/domain/core/stored-json';
import type { OnJob } from '@/domain/works/job';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { MACHINE } from '@/records/machines';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

type PersonChoice = { id: string; name: string };
type MachineChoice = { id: string; name: string; status: string };

/** The people who work on the farm now, by name. */
export const peopleChoicesQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [keys.farmPeople, ownerId, 'present'],
    queryFn: async ({ signal }): Promise<PersonChoice[]> =>
      unwrap(
        await supabase
          .from('farm_people')
          .select('id:person_id, name')
          .eq('user_id', ownerId)
          .eq('present', true)
          .order('name')
          .order('person_id')
          .limit(1000)
          .abortSignal(signal),
      ),
    meta: { offline: 'list', failed: loadFailed },
  });

/** The machines that are not sold, by name. */
export const machineChoicesQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [MACHINE.table, ownerId, 'choices'],
    queryFn: ({ signal }): Promise<MachineChoice[]> =>
      allRows((from, to) =>
        supabase
          .from('machines')
          .select('id, name, status')
          .eq('user_id', ownerId)
          .neq('status', 'sold')
          .order('name')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
    meta: { offline: 'list', failed: loadFailed },
  });

export type GangPerson = { personId: string | null; name: string };
type Gang = { id: string; name: string; people: GangPerson[]; machines: string[] };

export const gangsQuery = ({ ownerId }: Reader) =>
  queryOptions({
    queryKey: [keys.gangs, ownerId],
    queryFn: async ({ signal }): Promise<Gang[]> => {
      const rows = unwrap(
        await supabase
          .from('gangs')
          .select('id, name, people, machines')
          .eq('user_id', ownerId)
          .order('name')
          .order('id')
          .limit(200)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        ...row,
        people: listOf(row.people)
          .map(fieldsOf)
          .map((one) => ({ personId: textOrNull(one['person_id']), name: textOf(one['name']) })),
      }));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

export const addGang = mutationOptions({
  mutationKey: ['gangs', 'add'],
  mutationFn: async ({ ownerId, name, people, machines }: Omit<Gang, 'id'> & { ownerId: string }) => {
    unwrap(
      await supabase.from('gangs').insert({
        ...{ id: crypto.randomUUID(), user_id: ownerId, name, machines },
        people: people.map((one) => ({ person_id: one.personId, name: one.name })),
      }),
    );
  },
  meta: {
    saved: { title: 'Gang saved!' },
    failed: { title: 'Error', description: 'Could not save the gang.' },
    invalidates: [keys.gangs],
  },
});

export const deleteGang = mutationOptions({
  mutationKey: ['gangs', 'delete'],
  mutationFn: async (id: string) => unwrap(await supabase.from('gangs').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Gang deleted.' },
    failed: { title: 'Error', description: 'Could not delete the gang.' },
    invalidates: [keys.gangs],
  },
});

type LastGang = { workDate: string; people: GangPerson[]; machines: { id: string; implement: boolean }[] };

/** People and machines of the last job up to this day; null if there is none. */
export const lastGangQuery = ({ ownerId, userId }: Reader, today: string) =>
  queryOptions({
    queryKey: [keys.jobs, ownerId, userId, 'gang', today],
    queryFn: async ({ signal }): Promise<LastGang | null> => {
      const rows = unwrap(await supabase.rpc('recent_gang', { p_before: today }).abortSignal(signal));
      const [first] = rows;
      if (!first) return null;
      return {
        workDate: first.work_date,
        people: rows.filter(({ kind }) => kind === 'person').map((row) => ({ personId: row.ref_id, name: row.name })),
        machines: rows.flatMap(({ kind, ref_id: id, implement }) => (kind === 'machine' ? [{ id, implement }] : [])),
      };
    },
    meta: { offline: 'today', failed: loadFailed },
  });

/** The people and machines on the jobs of a day. */
export const jobsOfDayQuery = ({ ownerId, userId }: Reader, date: string) =>
  queryOptions({
    queryKey: [keys.jobs, ownerId, userId, 'day', date],
    queryFn: async ({ signal }): Promise<OnJob[]> =>
      unwrap(await supabase.rpc('jobs_of_day', { p_date: date }).abortSignal(signal)).map((row) => ({
        jobId: row.job_id,
        job: `${row.task_name}, ${row.customer}`,
        // A row without an id is a casual's; the types of functions do not say that it may be null.
        ref: (row.ref_id as string | null) ?? row.name.toLowerCase(),
        name: row.name,
        startTime: row.start_time,
        finishTime: row.finish_time,
      })),
    // Used only for a warning, so a failure shows no message and there is no offline copy.
    meta: {},
  });
