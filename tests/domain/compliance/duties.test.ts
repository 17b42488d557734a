// The list of duties as data: sources, confidence and regions; and the items that duties become on a farm.
import { expect, test } from 'vitest';
import {
  AUTO_SOURCES,
  dutiesFor,
  itemOf,
  loadDuties,
  needsCheck,
  nextDay,
  parseDuties,
  REGIONS,
  TOPICS,
  topicsOf,
} from '@/domain/compliance/duties';
import {
  AUTO_WORDS,
  BY_WORDS,
  CATEGORY_WORDS,
  dueWords,
  keepWords,
  monthsWords,
} from '@/domain/compliance/compliance-words';

const list = await loadDuties();
const everything = new Set(TOPICS);
const duty = (id: string) => {
  const found = list.duties.find((one) => one.id === id);
  if (!found) throw new Error(`there is no duty ${id}`);
  return found;
};

test('each duty has an id of its own, and every source that is named is listed', () => {
  expect(new Set(list.duties.map(({ id }) => id)).size).toBe(list.duties.length);
  const named = [
    ...list.duties.flatMap(({ sources, keep }) => [...sources, ...(keep.source === null ? [] : [keep.source])]),
    ...list.schemes.flatMap(({ sources }) => sources),
    ...[...list.certificates, ...list.changes].flatMap(({ source }) => (source === null ? [] : [source])),
  ];
  expect(named.filter((id) => !(id in list.sources))).toEqual([]);
  for (const [title, url] of Object.values(list.sources)) {
    expect(title).not.toBe('');
    expect(url === '' || /^https?:\/\//.test(url), url).toBe(true);
  }
});

test('a duty that names no source is marked as not read, and has no interval', () => {
  for (const one of list.duties.filter(({ sources }) => sources.length === 0)) {
    expect(one.confidence, one.id).toBe('unread');
    expect(one).toMatchObject({ recurrence: 'none', dueDay: null, deadline: null });
  }
  expect(list.duties.filter(({ confidence }) => confidence === 'unread').every(needsCheck)).toBe(true);
});

test('a retention whose source was not read is empty', () => {
  expect(duty('ni_nap').keep).toMatchObject({ months: null, confidence: 'unread' });
  expect(duty('medicine_ie').keep.months).toBeNull();
  expect(duty('loler').keep).toMatchObject({ months: null, confidence: 'missing' });
  expect(() =>
    parseDuties({ ...list, duties: [{ ...duty('loler'), keep: { ...duty('loler').keep, months: 24 } }] }),
  ).toThrow('A retention without a source has no months.');
});

test('a retention that does not start on the day of the record is described in words', () => {
  expect(duty('sheep_goat_register').keep).toEqual({
    ...{ months: null, confidence: 'read', source: 'sheep-reg', note: '3 years after the last animal leaves' },
  });
  expect(duty('grain_store').keep).toEqual({
    ...{ months: null, confidence: 'secondary', source: 'rt-crops', note: 'samples for 3 months' },
  });
  expect(itemOf(duty('sheep_goat_register'), '2026-11-25').keepMonths).toBeNull();
  const wordless = { ...duty('grain_store'), keep: { ...duty('grain_store').keep, note: null } };
  expect(() => parseDuties({ ...list, duties: [wordless] })).toThrow('A retention that was read has months or words.');
  expect(keepWords(duty('sheep_goat_register'))).toBe('3 years after the last animal leaves');
  expect(keepWords(duty('nvz_annual'))).toBe('5 years, at least');
  expect(keepWords(duty('ppp_application'))).toBe('3 years');
  expect(keepWords(duty('loler'))).toBeNull();
});

test('the retentions and dates match the sources', () => {
  expect(duty('cattle_register').keep.months).toBe(120);
  expect(duty('medicine_use').keep.months).toBe(60);
  expect(duty('ppp_application').keep).toMatchObject({ months: 36, confidence: 'secondary' });
  expect(duty('nvz_annual')).toMatchObject({ dueDay: '04-30', anchor: 'due_date', recurrence: 'annual' });
  expect(duty('ie_nitrates')).toMatchObject({ dueDay: '03-31' });
  expect(duty('ni_exports')).toMatchObject({ dueDay: '01-31', regions: ['northern_ireland'] });
  expect(duty('sprayer_test')).toMatchObject({ recurrence: '3y', anchor: 'done_date' });
  expect(duty('frfw_soil_test')).toMatchObject({ recurrence: '5y', auto: 'soil_tests' });
});

test('every country has duties of its own, and none of another country', () => {
  for (const region of REGIONS) {
    const duties = dutiesFor(list, region, everything);
    expect(duties.length, region).toBeGreaterThan(10);
    expect(duties.every(({ regions }) => regions.includes(region))).toBe(true);
    expect(topicsOf(list, region).length).toBeGreaterThanOrEqual(3);
  }
  const ids = (region: (typeof REGIONS)[number]) => dutiesFor(list, region, everything).map(({ id }) => id);
  expect(ids('ireland')).toContain('ie_nitrates');
  expect(ids('ireland')).not.toContain('nvz_annual');
  expect(ids('scotland')).not.toContain('nvz_annual');
});

test('duties of topics that a farm does not have are not suggested', () => {
  const ids = dutiesFor(list, 'england', new Set(['nvz'] as const)).map(({ id }) => id);
  expect(ids).toContain('nvz_annual');
  expect(ids).toContain('frfw_soil_test');
  expect(ids).not.toContain('pig_moves');
  expect(ids).not.toContain('sprayer_test');
});

test('a yearly date comes next today, later this year or next year; 29 February is the 28th in other years', () => {
  expect(nextDay('04-30', '2026-04-30')).toBe('2026-04-30');
  expect(nextDay('04-30', '2026-05-01')).toBe('2027-04-30');
  expect(nextDay('12-31', '2026-12-31')).toBe('2026-12-31');
  expect(nextDay('01-31', '2026-12-31')).toBe('2027-01-31');
  expect(nextDay('02-29', '2026-01-01')).toBe('2026-02-28');
  expect(nextDay('02-29', '2028-01-01')).toBe('2028-02-29');
});

test('a duty becomes an item with its date, and without figures whose source was not read', () => {
  expect(itemOf(duty('nvz_annual'), '2026-11-25')).toMatchObject({
    ...{ duty: 'nvz_annual', dueOn: '2027-04-30', recurrence: 'annual', recurrenceAnchor: 'due_date', keepMonths: 60 },
    ...{ autoSource: 'nutrient_year', requiredBy: 'law', category: 'nutrients' },
  });
  expect(itemOf(duty('employers_liability'), '2026-11-25')).toMatchObject({
    ...{ dueOn: null, recurrence: 'none', keepMonths: null },
  });
});

test('every duty of a scheme is on the list, and every automatic source, category and `by` has a label', () => {
  const ids = new Set(list.duties.map(({ id }) => id));
  for (const scheme of list.schemes)
    for (const { duties } of scheme.items)
      expect(
        duties.filter((id) => !ids.has(id)),
        scheme.id,
      ).toEqual([]);
  expect(AUTO_SOURCES.map((source) => AUTO_WORDS[source]).every(Boolean)).toBe(true);
  expect(list.duties.map(({ category, by }) => CATEGORY_WORDS[category] && BY_WORDS[by]).every(Boolean)).toBe(true);
});

test('no text of the list says “you are compliant”', () => {
  expect(JSON.stringify(list)).not.toMatch(/you are compliant/i);
});

test('due dates and retentions are shown in words', () => {
  const plain = (date: string) => date;
  expect(dueWords('2026-12-01', 'due_soon', '2026-11-25', plain)).toBe('Due 2026-12-01, in 6 days');
  expect(dueWords('2026-11-24', 'overdue', '2026-11-25', plain)).toBe('1 day overdue, since 2026-11-24');
  expect(dueWords('2026-11-25', 'due_soon', '2026-11-25', plain)).toBe('Due today');
  expect(dueWords(null, 'no_date', '2026-11-25', plain)).toBe('No date yet');
  expect(dueWords(null, 'ok', '2026-11-25', plain)).toBe('Done');
  expect([1, 12, 18, 60].map(monthsWords)).toEqual(['1 month', '1 year', '18 months', '5 years']);
});
