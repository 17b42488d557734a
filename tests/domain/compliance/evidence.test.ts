// Evidence that the app keeps already, what is missing today, and what a scheme looks at.
import { expect, test } from 'vitest';
import { certificateState } from '@/domain/compliance/certificate';
import * as dated from '@/domain/compliance/dated-evidence';
import { loadDuties } from '@/domain/compliance/duties';
import * as evidence from '@/domain/compliance/evidence';
import { missingToday, schemeLines } from '@/domain/compliance/inspection';
import type { State } from '@/domain/compliance/item';

const TODAY = '2026-11-25';
const list = await loadDuties();

test('the earliest date of the machines counts, and a loader without a date is a gap', () => {
  const machines = [
    { name: 'JCB 541', date: '2026-12-14', needsDate: true },
    { name: 'Loader', date: null, needsDate: true },
    { name: 'Forklift', date: '2026-12-01', needsDate: false },
    { name: 'Tractor', date: null, needsDate: false },
  ];
  expect(dated.machineDates(machines, 'thorough examination')).toMatchObject({
    dueOn: '2026-12-01',
    gaps: ['Loader has no date for its thorough examination.'],
  });
  expect(dated.machineDates([], 'sprayer test')).toMatchObject({ dueOn: null, gaps: [] });
});

test('a soil test counts for the given months, to the day', () => {
  const fields = [
    { name: 'Bottom Meadow', sampledOn: '2021-11-25' },
    { name: 'Top', sampledOn: '2021-11-24' },
    { name: 'Orchard', sampledOn: null },
  ];
  expect(dated.soilTests(fields, 60, TODAY)).toMatchObject({
    ...{ words: 'Soil tests of 2 of 3 fields.', lastOn: '2021-11-25', dueOn: '2026-11-24' },
    gaps: ['No soil test: Orchard.', 'Soil test too old: Top.'],
  });
  expect(dated.soilTests(fields, null, TODAY)).toMatchObject({ dueOn: null, gaps: ['No soil test: Orchard.'] });
});

test('a spray without a value that the law requires is a gap; Ireland requires more values', () => {
  const duty = list.duties.find(({ id }) => id === 'ppp_application');
  const known = new Set(['product_name', 'dose', 'area_treated', 'crop', 'authorisation_no', 'eppo_code']);
  const what = ['spray', 'sprays'] as const;
  const records = [
    { on: '2026-05-04', fieldName: 'Top', filled: new Set(['product_name', 'dose', 'area_treated', 'crop']) },
    { on: '2026-06-01', fieldName: 'Orchard', filled: new Set(['product_name', 'dose', 'area_treated']) },
  ];
  const england = evidence.fieldRecords(records, { duty, region: 'england', known, what });
  expect(england).toMatchObject({
    words: '2 sprays in the last 12 months.',
    lastOn: '2026-06-01',
    gaps: ['Crop is missing: Orchard, 01/06/2026.'],
  });
  const ireland = evidence.fieldRecords(records, { duty, region: 'ireland', known, what });
  expect(ireland.gaps).toContain('Authorisation no. (MAPP / PCS) is missing in 2 sprays.');
  expect(ireland.gaps).toContain('EPPO crop code is missing in 2 sprays.');
});

test('the calculation of the requested year is a gap once that year is over, until it is saved', () => {
  const saved = [{ name: 'Plan', year: 2025, savedOn: '2026-02-01' }];
  expect(evidence.yearCalculations(saved, 2026, '2027-01-02').gaps).toEqual(['No N&P calculation of 2026 is saved.']);
  // The year is not over yet.
  expect(evidence.yearCalculations(saved, 2026, TODAY).gaps).toEqual([]);
  expect(
    evidence.yearCalculations([...saved, { name: '2026', year: 2026, savedOn: '2026-11-01' }], 2026, '2027-01-02'),
  ).toMatchObject({
    ...{ gaps: [], lastOn: '2026-11-01', words: 'Saved calculation: 2026 (2026).' },
  });
  expect(evidence.slurryStorage([], 0, null).gaps).toHaveLength(2);
  expect(evidence.slurryStorage(saved, 2, '2026-11-24')).toMatchObject({ gaps: [], lastOn: '2026-02-01' });
  expect(evidence.slurryStorage([], 2, '2026-11-24')).toMatchObject({ lastOn: null });
});

test('a checklist is due again some months after its last check, and a failed check is a gap', () => {
  const check = {
    ...{ templateId: 't', templateName: 'Spray store', machine: null, completionId: 'c', result: 'fail' as const },
    ...{ defects: 1, doneOn: '2026-02-28', completedAt: '2026-02-28T10:00:00Z', createdByName: 'Sam' },
  };
  expect(dated.checks([check], 't', 12)).toMatchObject({
    ...{ dueOn: '2027-02-28', lastOn: '2026-02-28', gaps: ['Spray store failed its check.'] },
  });
  expect(dated.checks([check], 'other', 12)).toMatchObject({ dueOn: null, lastOn: null });
});

test('a certificate is valid on its last day, and one without an end date does not expire', () => {
  const certificate = (expiresOn: string | null) => ({
    ...{ name: 'PA2a', holder: 'Sam', issuedOn: '2020-05-01', expiresOn, leadDays: 60 },
  });
  expect(certificateState(certificate(TODAY), TODAY)).toBe('due_soon');
  expect(certificateState(certificate('2026-11-24'), TODAY)).toBe('overdue');
  expect(certificateState(certificate('2027-01-24'), TODAY)).toBe('due_soon');
  expect(certificateState(certificate('2027-01-25'), TODAY)).toBe('ok');
  expect(certificateState(certificate(null), TODAY)).toBe('ok');
  expect(evidence.certificates([certificate('2026-11-24')], TODAY).gaps).toEqual(['PA2a, Sam has run out.']);
  // Valid certificates are evidence.
  expect(
    evidence.certificates([certificate('2027-06-01'), certificate('2027-05-01'), certificate(null)], TODAY),
  ).toMatchObject({
    ...{ lastOn: '2020-05-01', dueOn: '2027-05-01', gaps: [] },
  });
});

const listed = (id: string, state: State, more: object = {}) => ({
  item: { id, title: `Item ${id}`, duty: null as string | null, evidenceRequired: true },
  ...{ state, on: null as string | null, done: [] as unknown[], evidence: null },
  ...more,
});

test('missing today: overdue items, items without evidence, gaps in the records, and expired certificates', () => {
  const gap = { words: '', lastOn: '2026-01-01', dueOn: null, gaps: ['Crop is missing.'], to: '/fields' };
  const items = [
    listed('a', 'overdue', { on: '2026-11-01', done: [{}] }),
    listed('b', 'no_date'),
    listed('c', 'ok', { done: [{}] }),
    listed('d', 'ok', { evidence: gap }),
    listed('e', 'not_applicable'),
  ];
  const certificates = [
    { id: 'p', name: 'First aid', holder: null, issuedOn: null, expiresOn: '2026-11-24', leadDays: 60 },
  ];
  expect(missingToday(items, certificates, TODAY).map(({ title, sentences }) => [title, ...sentences])).toEqual([
    ['Item a', 'Overdue since 01/11/2026.'],
    ['Item b', 'No evidence yet.'],
    ['Item d', 'Crop is missing.'],
    ['First aid', 'Ran out on 24/11/2026.'],
  ]);
});

test('each line of a scheme shows the farm’s items, and the duties that the farm has no item for', () => {
  const scheme = list.schemes.find(({ id }) => id === 'environment_agency_visit');
  if (!scheme) throw new Error('no scheme');
  const mine = [{ item: { duty: 'nvz_annual' } }, { item: { duty: null } }];
  const lines = schemeLines(scheme, mine);
  expect(lines[0]).toMatchObject({ label: 'NVZ records and calculations', items: [mine[0]], missing: [] });
  expect(lines[2]).toMatchObject({ items: [], missing: ['nvz_risk_map'] });
});
