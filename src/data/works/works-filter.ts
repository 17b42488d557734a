// The works list's filter, as conditions of the list's query and as arguments of the database's sums.
import { searchedWords } from '@/domain/core/search';
import type { WorksFilter, WorksStatusWord } from '@/domain/works/works-list';

export type { WorksFilter, WorksStatusWord };

/** Every work. */
export const NO_WORKS_FILTER: Omit<WorksFilter, 'today'> = {
  from: null,
  to: null,
  customers: [],
  tasks: [],
  people: [],
  machines: [],
  fields: [],
  jobs: [],
  statuses: [],
  unit: null,
  hasNotes: null,
  search: '',
};

/** The part of a PostgREST query that a filter needs; each call returns the query. */
type Filterable<Query> = {
  gte(column: string, value: string): Query;
  lte(column: string, value: string): Query;
  eq(column: string, value: string): Query;
  likeAllOf(column: string, patterns: readonly string[]): Query;
  in(column: string, values: readonly string[]): Query;
  filter(column: string, operator: 'in', value: string): Query;
  is(column: string, value: null): Query;
  not(column: string, operator: string, value: null): Query;
  or(filters: string): Query;
};

export const quoted = (values: readonly string[]) =>
  values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',');

/** One status as a condition; 'sent' and 'overdue' are the same progress, before and after the due date. */
function statusCondition(status: WorksStatusWord, today: string): string {
  if (status === 'overdue') return `and(progress.eq.sent,invoice_due_on.lt.${today})`;
  if (status === 'sent') return `and(progress.eq.sent,invoice_due_on.gte.${today})`;
  return `progress.eq.${status}`;
}

/**
 * The words of a search as LIKE patterns, all of which must match. An asterisk matches any one character: a request
 * would treat it as a wildcard even if it were escaped.
 */
export const patternsOf = (search: string) =>
  searchedWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`);

/** Combines groups of alternatives into the argument of one or(); all groups must hold. */
const andGroups = (groups: readonly string[]) =>
  groups.length === 1 ? groups.join('') : `and(${groups.map((group) => `or(${group})`).join(',')})`;

/**
 * The query narrowed by the filter, except for machines and fields (`placesOf`). `extraGroups`: more groups of
 * alternatives; a query can have only one or().
 */
export function applyFilter<Query extends Filterable<Query>>(
  query: Query,
  filter: WorksFilter,
  ownerId: string,
  extraGroups: readonly string[] = [],
): Query {
  let q = query;
  const groups = [...extraGroups];
  if (filter.from !== null) q = q.gte('work_date', filter.from);
  if (filter.to !== null) q = q.lte('work_date', filter.to);
  if (filter.customers.length) q = q.in('customer_id', filter.customers);
  // A name may hold quotes beside commas or parentheses, which in() would not escape.
  if (filter.tasks.length) q = q.filter('task_name', 'in', `(${quoted(filter.tasks)})`);
  if (filter.people.length) {
    // Those whom the job names, or else who logged the entry.
    const employees = filter.people.filter((id) => id !== ownerId);
    const parts = [
      `done_by.ov.{${filter.people.join()}}`,
      ...(employees.length ? [`and(done_by.is.null,employee_id.in.(${quoted(employees)}))`] : []),
      ...(filter.people.includes(ownerId) ? ['and(done_by.is.null,employee_id.is.null)'] : []),
    ];
    groups.push(parts.join(','));
  }
  if (filter.jobs.length) q = q.in('job_id', filter.jobs);
  if (filter.statuses.length)
    groups.push(filter.statuses.map((status) => statusCondition(status, filter.today)).join(','));
  if (filter.unit !== null) q = q.eq('chargeable_unit', filter.unit);
  const patterns = patternsOf(filter.search);
  // A single array literal, written as the list of its quoted values.
  if (patterns.length) q = q.likeAllOf('search', [quoted(patterns)]);
  if (filter.hasNotes === true) q = q.not('notes', 'is', null);
  if (filter.hasNotes === false) q = q.is('notes', null);
  return groups.length ? q.or(andGroups(groups)) : q;
}

const undefinedIfEmpty = <T>(values: readonly T[]) => (values.length ? [...values] : undefined);

/** The arguments of `placed_works`: machines and fields; null without either, when works are read from their table. */
export function placesOf({ machines, fields }: WorksFilter) {
  if (machines.length === 0 && fields.length === 0) return null;
  return {
    ...(machines.length > 0 && { p_machines: [...machines] }),
    ...(fields.length > 0 && { p_fields: [...fields] }),
  };
}

/** The same filter as the arguments of works_totals and works_groups; an omitted one means "any". */
export const totalsArguments = (filter: WorksFilter) => {
  const customers = undefinedIfEmpty(filter.customers);
  const tasks = undefinedIfEmpty(filter.tasks);
  const people = undefinedIfEmpty(filter.people);
  const statuses = undefinedIfEmpty(filter.statuses);
  const jobs = undefinedIfEmpty(filter.jobs);
  const search = undefinedIfEmpty(patternsOf(filter.search));
  return {
    p_today: filter.today,
    ...(filter.from === null ? {} : { p_from: filter.from }),
    ...(filter.to === null ? {} : { p_to: filter.to }),
    ...(customers ? { p_customers: customers } : {}),
    ...(tasks ? { p_tasks: tasks } : {}),
    ...(people ? { p_people: people } : {}),
    ...placesOf(filter),
    ...(jobs ? { p_jobs: jobs } : {}),
    ...(statuses ? { p_statuses: statuses } : {}),
    ...(filter.unit === null ? {} : { p_unit: filter.unit }),
    ...(filter.hasNotes === null ? {} : { p_has_notes: filter.hasNotes }),
    ...(search ? { p_search: search } : {}),
  };
};
