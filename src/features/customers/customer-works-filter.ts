import type { WorksFilter } from '@/data/works/works-filter';

/** All work for one customer, optionally from a given day. */
export const worksFilter = (customerId: string, today: string, from: string | null = null): WorksFilter => ({
  from,
  to: null,
  customers: [customerId],
  tasks: [],
  people: [],
  machines: [],
  fields: [],
  jobs: [],
  statuses: [],
  unit: null,
  hasNotes: null,
  search: '',
  today,
});
