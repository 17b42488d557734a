// The works list without any filter, on the date that most tests use.
import type { WorksFilter } from '@/data/works/works-filter';

export const ANY: WorksFilter = {
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
  today: '2026-11-20',
};
