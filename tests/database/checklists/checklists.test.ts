// Checklists: a template keeps all of its versions, and a completed one is validated against the version its author
// had.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import type { Json } from '@/lib/database.types';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  other = await backend.employeeOf(owner, { firstName: 'Kay' });
});

const ITEM = { section: '', prompt: 'Lights', type: 'ok_defect_na', unit: '', min: null, max: null };
const DEFAULTS = { required: true, critical: false, help: '' };
const LIGHTS = { ...ITEM, ...DEFAULTS };
const BRAKE = { ...ITEM, ...DEFAULTS, prompt: 'Handbrake holds', critical: true };
const PRESSURE = {
  ...ITEM,
  ...DEFAULTS,
  prompt: 'Tyres',
  type: 'number',
  unit: 'bar',
  min: 1.2,
  max: 2,
  required: false,
};
const ITEMS = [LIGHTS, BRAKE, PRESSURE];
const answer = (value: Json, comment = '', photos: string[] = []) => ({ value, comment, photos });
const ALL_OK = [answer('ok'), answer('ok'), answer(1.6)];

async function addTemplate(more: object = {}): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, user_id: owner.id, name: 'Tractor', items: ITEMS, ...more };
  const { error } = await owner.from('checklist_templates').insert(row);
  if (error) throw error;
  return id;
}
const completion = (template_id: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  template_id,
  version: 1,
  items: ITEMS,
  answers: ALL_OK,
  started_at: new Date(Date.now() - 240_000).toISOString(),
  completed_at: new Date().toISOString(),
  ...more,
});
async function complete(person: Person, templateId: string, more: object = {}): Promise<string> {
  const row = completion(templateId, more);
  const { error } = await person.from('checklist_completions').insert(row);
  if (error) throw error;
  return row.id;
}
const refusal = async (templateId: string, more: object) =>
  (await driver.from('checklist_completions').insert(completion(templateId, more))).error;

describe('a template', () => {
  test('keeps every version of its questions with its author; a change of frequency makes no version', async () => {
    const id = await addTemplate();
    const edit = (change: object) => owner.from('checklist_templates').update(change).eq('id', id);
    expect((await edit({ items: [...ITEMS, { prompt: ' Horn ', type: 'yes_no' }] })).error).toBeNull();
    expect((await edit({ frequency: 'weekly', active: false })).error).toBeNull();
    expect((await edit({ name: 'Tractor, daily' })).error).toBeNull();
    const { data } = await owner.from('checklist_templates').select('version, items').eq('id', id).single();
    expect(data?.version).toBe(3);
    // Each question has all of its keys, whatever was sent.
    const items = (data?.items ?? []) as Json[];
    expect(items.at(-1)).toEqual({ ...LIGHTS, prompt: 'Horn', type: 'yes_no', required: false });
    const versions = await owner
      .from('checklist_versions')
      .select('version, name, items, created_by_name')
      .order('version');
    expect(versions.data?.map(({ version, name, items }) => [version, name, (items as Json[]).length])).toEqual([
      [1, 'Tractor', 3],
      [2, 'Tractor', 4],
      [3, 'Tractor, daily', 4],
    ]);
    expect(versions.data?.[0]?.created_by_name).toBe('Ann Holder');
    expect((await driver.from('checklist_versions').select('version')).data).toEqual([]);
  });

  test.each([
    [{ name: ' ' }, 'Give the checklist a name.'],
    [{ name: 'x'.repeat(81) }, 'The name is too long (80 characters at most).'],
    [{ intro: 'x'.repeat(501) }, 'The introduction is too long (500 characters at most).'],
    [{ items: [] }, 'Add a question first.'],
    [{ items: {} }, 'A checklist is a list of questions.'],
    [{ items: Array.from({ length: 101 }, () => LIGHTS) }, 'A checklist has 100 questions at most.'],
    [{ items: [{ ...LIGHTS, prompt: ' ' }] }, 'Write the question.'],
    [{ items: [{ ...LIGHTS, prompt: 'x'.repeat(201) }] }, 'The question is too long (200 characters at most).'],
    [{ items: [{ ...LIGHTS, type: 'colour' }] }, 'Choose how the question is answered.'],
    [{ items: [{ ...PRESSURE, min: 3 }] }, 'The lower limit is above the upper one.'],
    [{ items: [{ ...PRESSURE, min: '1' }] }, 'A limit is a number.'],
    [{ items: [{ ...PRESSURE, max: 1e12 }] }, 'This limit is too large.'],
  ])('with an invalid field is refused with a message: %#', async (wrong, message) => {
    const row = { id: crypto.randomUUID(), user_id: owner.id, name: 'Tractor', items: ITEMS, ...wrong };
    expect((await owner.from('checklist_templates').insert(row)).error).toMatchObject({ code: '23514', message });
    const id = await addTemplate({ name: 'Sound' });
    expect((await owner.from('checklist_templates').update(wrong).eq('id', id)).error).toMatchObject({ message });
  });

  test('has a name that is unique among the active templates', async () => {
    const id = await addTemplate();
    const again = { id: crypto.randomUUID(), user_id: owner.id, name: ' tractor', items: ITEMS };
    expect((await owner.from('checklist_templates').insert(again)).error?.message).toBe(
      'There is a checklist of this name already.',
    );
    await owner.from('checklist_templates').update({ active: false }).eq('id', id);
    expect((await owner.from('checklist_templates').insert(again)).error).toBeNull();
  });

  test('text and photo questions are not critical, and only numbers have limits', async () => {
    const id = await addTemplate({
      items: [
        { ...BRAKE, type: 'text', min: 1 },
        { ...BRAKE, type: 'photo' },
      ],
    });
    const { data } = await owner.from('checklist_templates').select('items').eq('id', id).single();
    expect(data?.items).toMatchObject([
      { critical: false, min: null },
      { critical: false, type: 'photo' },
    ]);
  });
});

describe('a completed checklist', () => {
  test('belongs to its author, with result, score, duration and day set by the database', async () => {
    const id = await complete(driver, await addTemplate(), {
      machine: ' JD 6155R ',
      hours_reading: 2812.5,
      answers: [answer('defect', 'Left one'), answer('ok'), answer(null)],
      signature: 'M10 20L30 40',
      recorded_at: '1970-01-01T09:00:00Z',
    });
    const { data } = await owner.from('checklist_completions').select('*').eq('id', id).single();
    expect(data).toMatchObject({
      template_name: 'Tractor',
      machine: 'JD 6155R',
      hours_reading: 2812.5,
      result: 'pass_with_defects',
      ...{ checked: 2, passed: 1, defects: 1, seconds: 240 },
      signature: 'M10 20L30 40',
      created_by: driver.id,
      created_by_name: 'Dan Driver',
    });
    for (const column of [{ result: 'pass' }, { defects: 0 }, { created_by: owner.id }, { done_on: '2026-01-01' }])
      expect((await refusal(data?.template_id ?? '', column))?.code).toBe('42501');
    // It can't be changed, not even by the account holder.
    expect(
      (
        await owner
          .from('checklist_completions')
          .update({ machine: 'X' } as never)
          .eq('id', id)
      ).error?.code,
    ).toBe('42501');
    expect((await owner.from('checklist_completions').delete().eq('id', id)).error?.code).toBe('42501');
  });

  test.each([
    [ALL_OK, 'pass'],
    [[answer('na'), answer('ok'), answer(2)], 'pass'],
    [[answer('ok'), answer('ok'), answer(2.1, 'Too hard')], 'pass_with_defects'],
    [[answer('ok'), answer('defect', 'Does not hold'), answer(null)], 'fail'],
    [[answer('ok'), answer('na', 'None fitted'), answer(null)], 'pass'],
  ])('has the right result: %# (case 69)', async (answers, result) => {
    const id = await complete(driver, await addTemplate(), { answers });
    const { data } = await driver.from('checklist_completions').select('result').eq('id', id).single();
    expect(data?.result).toBe(result);
  });

  test.each([
    [{ answers: [answer('defect'), answer('ok'), answer(null)] }, '“Lights”: Say what is wrong.'],
    [{ answers: [answer('defect', ' '), answer('ok'), answer(null)] }, '“Lights”: Say what is wrong.'],
    [{ answers: [answer('ok'), answer('na'), answer(null)] }, '“Handbrake holds”: Say why it does not apply.'],
    [{ answers: [answer('ok'), answer(null), answer(null)] }, 'Answer “Handbrake holds”.'],
    [{ answers: [null, answer('ok'), answer(null)] }, 'Answer “Lights”.'],
    [{ answers: [answer('ok'), answer('yes'), answer(null)] }, '“Handbrake holds” cannot be answered so.'],
    [{ answers: [answer('ok'), answer('ok'), answer('soft')] }, '“Tyres” cannot be answered so.'],
    [{ answers: [answer('ok'), answer('ok'), answer(9)] }, '“Tyres”: Say what is wrong.'],
    [
      { answers: [answer('ok', 'x'.repeat(501)), answer('ok'), answer(null)] },
      'The comment is too long (500 characters at most).',
    ],
    [{ answers: [answer('ok')] }, 'The answers do not fit the checklist.'],
    [{ answers: {} }, 'The answers do not fit the checklist.'],
    [{ answers: [...ALL_OK.slice(0, 2), answer(null, 'x'.repeat(300_000))] }, 'These answers are too long.'],
    [{ items: [LIGHTS] }, "This checklist is not one of the farm's."],
    [{ version: 2 }, "This checklist is not one of the farm's."],
    [{ machine: 'x'.repeat(81) }, "The machine's name is too long (80 characters at most)."],
    [{ hours_reading: -1 }, 'Check the hours reading.'],
  ])('that is impossible is refused with a message: %#', async (wrong, message) => {
    expect(await refusal(await addTemplate(), wrong)).toMatchObject({ code: '23514', message });
  });

  test('a signature must be a drawing, not text', async () => {
    for (const signature of ['<svg/>', 'M1 1L2 2"/>', `M1 1${'L22 22'.repeat(4000)}`])
      expect((await refusal(await addTemplate({ name: signature.slice(0, 9) }), { signature }))?.code).toBe('23514');
  });

  test('keeps the version its author had, although the template was changed meanwhile (case 70)', async () => {
    const templateId = await addTemplate();
    for (const prompt of ['Lamps', 'Lights and beacon'])
      await owner
        .from('checklist_templates')
        .update({ items: [{ ...LIGHTS, prompt }, BRAKE, PRESSURE] })
        .eq('id', templateId);
    const third = [{ ...LIGHTS, prompt: 'Lights and beacon' }, BRAKE, PRESSURE];
    await owner
      .from('checklist_templates')
      .update({ items: [BRAKE], name: 'Short' })
      .eq('id', templateId);
    const id = await complete(driver, templateId, { version: 3, items: third });
    const { data } = await owner
      .from('checklist_completions')
      .select('version, items, template_name')
      .eq('id', id)
      .single();
    expect(data).toEqual({ version: 3, items: third, template_name: 'Tractor' });
    // A retired template accepts completions, too.
    await owner.from('checklist_templates').update({ active: false }).eq('id', templateId);
    await complete(driver, templateId, { version: 1 });
    // The questions of one version with the number of another are refused.
    expect((await refusal(templateId, { version: 1, items: third }))?.code).toBe('23514');
  });

  test('can be read by its author and the account holder', async () => {
    const templateId = await addTemplate();
    await complete(driver, templateId);
    await complete(owner, templateId);
    const count = async (person: Person) => (await person.from('checklist_completions').select('id')).data?.length;
    expect([await count(owner), await count(driver), await count(other), await count(await backend.user())]).toEqual([
      2, 1, 0, 0,
    ]);
  });

  const DAY = 86_400_000;
  const completeWithOffset = async (templateId: string, ms: number) => {
    const at = (seconds: number) => new Date(Date.now() + ms + seconds * 1000).toISOString();
    const id = await complete(driver, templateId, { started_at: at(-11), completed_at: at(0) });
    const stored = driver.from('checklist_completions').select('completed_at, seconds, clock_doubted').eq('id', id);
    const { data } = await stored.single();
    return { ...data, minutesFromNow: Math.round((Date.parse(data?.completed_at ?? '') - Date.now()) / 60_000) || 0 };
  };

  test('with an impossible clock gets the database’s time and is marked; its duration is kept', async () => {
    const templateId = await addTemplate();
    await backend.sql("update public.checklist_versions set created_at = now() - interval '1 year'");
    for (const wrong of [-20_000 * DAY, -40 * DAY, 6 * 60_000, 4000 * DAY])
      expect(await completeWithOffset(templateId, wrong)).toMatchObject({
        minutesFromNow: 0,
        seconds: 11,
        clock_doubted: true,
      });
    // Neither weeks offline nor a clock slightly ahead make the time doubtful.
    expect(await completeWithOffset(templateId, -25 * DAY)).toMatchObject({
      minutesFromNow: -25 * 1440,
      seconds: 11,
      clock_doubted: false,
    });
    expect(await completeWithOffset(templateId, 60_000)).toMatchObject({
      minutesFromNow: 0,
      seconds: 11,
      clock_doubted: false,
    });
  });

  test('can’t be dated before its questions were written', async () => {
    const templateId = await addTemplate();
    expect(await completeWithOffset(templateId, -2 * DAY)).toMatchObject({
      minutesFromNow: 0,
      seconds: 11,
      clock_doubted: true,
    });
    expect(await completeWithOffset(templateId, -60_000)).toMatchObject({ minutesFromNow: -1, clock_doubted: false });
  });

  test('is stored once when it is sent twice; a lapsed account can read but not write it (F4)', async () => {
    const templateId = await addTemplate();
    const row = completion(templateId);
    const send = () =>
      driver
        .from('checklist_completions')
        .upsert(row, { onConflict: 'user_id,id', ignoreDuplicates: true })
        .select('id');
    expect((await send()).data).toEqual([{ id: row.id }]);
    expect(await send()).toMatchObject({ data: [], error: null });
    await backend.lapse(owner);
    expect((await driver.from('checklist_completions').select('id')).data).toHaveLength(1);
    expect((await refusal(templateId, {}))?.message).toBe('Your account can read but not write at the moment.');
  });

  test('stays with the account, under its author’s name, when the author is deleted', async () => {
    await complete(driver, await addTemplate());
    await backend.sql('delete from auth.users where id = $1', [driver.id]);
    const { data } = await owner.from('checklist_completions').select('created_by, created_by_name');
    expect(data).toEqual([{ created_by: null, created_by_name: 'Dan Driver' }]);
  });
});

test('all employees see a machine as failed until a later check passes, whoever checked it (case 69)', async () => {
  const templateId = await addTemplate();
  await backend.sql("update public.checklist_versions set created_at = now() - interval '1 day'");
  const failed = { machine: 'JD 6155R', answers: [answer('ok'), answer('defect', 'Does not hold'), answer(null)] };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await complete(driver, templateId, { ...failed, completed_at: ago(30) });
  await complete(owner, templateId, { machine: 'Manitou', completed_at: ago(20) });
  const latestChecks = async () =>
    (await other.from('checklist_standing').select('machine, result, created_by_name').order('created_by_name')).data;
  expect(await latestChecks()).toEqual([
    { machine: 'Manitou', result: 'pass', created_by_name: 'Ann Holder' },
    { machine: 'JD 6155R', result: 'fail', created_by_name: 'Dan Driver' },
  ]);
  // A pass from an earlier time that arrives later does not clear the failure; a later pass does, however the
  // machine's name is spelled.
  await complete(other, templateId, { machine: 'JD 6155R', completed_at: ago(60) });
  expect((await latestChecks())?.[1]).toMatchObject({ result: 'fail' });
  await complete(other, templateId, { machine: 'jd 6155r', completed_at: ago(1) });
  expect((await latestChecks())?.[1]).toMatchObject({ machine: 'jd 6155r', result: 'pass' });
});
