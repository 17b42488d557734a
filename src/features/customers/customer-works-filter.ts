import { NO_WORKS_FILTER, type WorksFilter } from '@/data/works/works-filter';

/** All work for one customer, optionally from a given day. */
export const worksFilter = (customerId: string, today: string, from: string | null = null): WorksFilter => ({
  ...NO_WORKS_FILTER,
  customers: [customerId],
  from,
  today,
});
