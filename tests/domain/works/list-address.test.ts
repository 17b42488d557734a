import { expect, test } from 'vitest';
import { readList, withParams } from '@/features/works/list/list-address';

const read = (query: string, ownId: string | null = null) =>
  readList(new URLSearchParams(query), '2026-11-20', 'england', ownId);
const id = '0b3f6a1e-6f0a-4d55-9b1e-2d9a3a0f1c11';

test('a URL without filters shows everything by date', () => {
  expect(read('')).toEqual({
    filter: {
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
    },
    sort: 'date',
    period: '',
    filtered: false,
    group: null,
    order: 'value',
    opened: '',
  });
});

test('My Work shows the person’s own entries; the URL can ask for all entries, or for those of another person', () => {
  const ownId = '1c4f6a1e-6f0a-4d55-9b1e-2d9a3a0f1c22';
  expect(read('', ownId)).toMatchObject({ filter: { people: [ownId] }, filtered: false });
  expect(read('person=all', ownId)).toMatchObject({ filter: { people: [] } });
  expect(read(`person=${id}`, ownId)).toMatchObject({ filter: { people: [id] } });
  expect(read('person=nonsense', ownId)).toMatchObject({ filter: { people: [ownId] } });
  expect(read('person=all')).toMatchObject({ filter: { people: [] } });
});

test('every filter is read from the URL', () => {
  const query = `status=ready&status=overdue&customer=${id}&task=Bal%26ing&person=${id}&machine=${id}&machine=x&field=${id}&job=${id}&unit=bale&notes=1&sort=newest&from=2026-10-01&to=2026-10-31`;
  expect(read(query)).toMatchObject({
    filter: {
      statuses: ['ready', 'overdue'],
      customers: [id],
      tasks: ['Bal&ing'],
      people: [id],
      machines: [id],
      fields: [id],
      jobs: [id],
      unit: 'bale',
      hasNotes: true,
      from: '2026-10-01',
      to: '2026-10-31',
    },
    sort: 'created',
    period: 'custom',
    filtered: true,
  });
  expect(read('period=last-month')).toMatchObject({
    filter: { from: '2026-10-01', to: '2026-10-31' },
    period: 'last-month',
  });
});

test('invalid values are ignored', () => {
  expect(read('status=nonsense&customer=1%20or%201&person=me&from=2026-02-30&to=soon&period=ages')).toMatchObject({
    filter: { statuses: [], customers: [], people: [], from: null, to: null },
    period: '',
  });
});

test('an empty value is removed from the URL', () => {
  const params = new URLSearchParams('status=ready&unit=bale');
  expect(withParams(params, { status: '', task: 'Baling' }).toString()).toBe('unit=bale&task=Baling');
  expect(params.toString()).toBe('status=ready&unit=bale');
});
