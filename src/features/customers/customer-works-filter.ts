import type { WorksFilter } from '@/data/works/works-filter';

/** All work for one customer, optionally from a given day. */
export const worksFilter = (customerId: string, today: string, from: string | null = null): WorksFilter => ({
  from,
  to: null,
  customers: [customerId],
  tasks: [],
  people: [],
  statuses: [],
  unit: null,
  hasNotes: null,
  search: '',
  today,
});
