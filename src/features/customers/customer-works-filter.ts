import type { WorksFilter } from '@/data/works-filter';

/** Everything done for one customer, from a day on or from the beginning. */
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
