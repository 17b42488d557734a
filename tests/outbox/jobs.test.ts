// A whole job is one entry: one call sends it, one call undoes it, and the database never has only part of it.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withJobActivities } from '@/offline/outbox/job-activities';
import { withJobLines, waitingJob } from '@/offline/outbox/job-lines';
import type { NewEntry } from '@/offline/outbox/entry';
import type { Request } from '@/offline/outbox/send/request';
import type { RawResponse } from '@/offline/outbox/send/response-class';
import { linesOfJob, partId } from '@/records/jobs';
import { ANN, startPhone } from './phone';

const NO_RESPONSE: RawResponse = { status: 0, body: undefined, retryAfterMs: null };
const json = (status: number, body: RawResponse['body']): RawResponse => ({ status, body, retryAfterMs: null });

const FIELDS = {
  lines: [
    { customer: 'Hill Farm', task_name: 'Foraging', work_date: '2026-11-20', quantity: 24.7105 },
    { customer: 'Hill Farm', task_name: 'Carting', work_date: '2026-11-20', quantity: 6 },
  ],
  people: [{ person_id: null, name: 'Carl', minutes: 390 }],
  machines: [],
  fields: [],
  materials: [
    { product: 'Wrap', quantity: 6, unit: 'roll', unit_price: 84.5 },
    { product: 'Twine', quantity: 1, unit: 'each' },
  ],
};
type Job = { id: string; lines: { id: string }[]; materials: { id: string }[] };

const REFUSED_TASK = 'refused';

/** A database that knows log_job and delete_job. A job with a line of REFUSED_TASK is refused. */
function jobDatabase() {
  const jobs = new Map<string, Job>();
  const calls: string[] = [];
  const request: Request = ({ path, body }) => {
    if (path.startsWith('profiles?')) return Promise.resolve(json(200, [{ id: ANN }]));
    calls.push(path.split('?')[0] ?? '');
    if (path === 'rpc/log_job') {
      const job = (body as { p_job: Job }).p_job;
      if (JSON.stringify(job).includes(REFUSED_TASK))
        return Promise.resolve(json(400, { code: '23514', message: 'Enter a quantity greater than 0.' }));
      // A repetition adds nothing.
      if (!jobs.has(job.id)) jobs.set(job.id, job);
      return Promise.resolve(
        json(
          200,
          job.lines.map(({ id }) => ({ id })),
        ),
      );
    }
    if (path === 'rpc/delete_job') {
      const { p_job_id: id } = body as { p_job_id: string };
      jobs.delete(id);
      return Promise.resolve(json(200, [{ id, kept: null }]));
    }
    return Promise.resolve(json(200, []));
  };
  return { jobs, calls, request };
}

type Phone = Awaited<ReturnType<typeof startPhone>>;
const JOB = { kind: 'job' } as const;
const save = (phone: Phone, id: string, more: Partial<NewEntry> = {}) => phone.save(id, FIELDS, { ...JOB, ...more });
const undo = (phone: Phone, id: string) =>
  phone.save(id, {}, { ...JOB, action: 'delete', seen: { lines: [id, partId(id, 'lines', 1)] } });

describe('a job in the outbox', () => {
  it('saved without signal survives a kill and is sent once, with ids derived from its own (F1, F2)', async () => {
    const db = jobDatabase();
    const before = await startPhone();
    const id = randomUUID();
    await save(before, id);
    await before.send(() => Promise.resolve(NO_RESPONSE));
    const after = await startPhone(before.disk);
    expect(await after.waiting()).toMatchObject([{ id, kind: 'job', state: 'queued', tried: 1 }]);
    await after.send(db.request, Date.now() + 31_000);
    expect(db.calls).toEqual(['rpc/log_job']);
    const job = db.jobs.get(id);
    expect(job?.lines.map((line) => line.id)).toEqual([id, partId(id, 'lines', 1)]);
    const ids = [...(job?.lines ?? []), ...(job?.materials ?? [])].map((row) => row.id);
    expect(new Set(ids).size).toBe(4);
    expect(await after.waiting()).toEqual([]);
  });

  it('that was written but whose response was lost or cut is one job, and no longer waits (F4, F5, F6)', async () => {
    const db = jobDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await save(phone, id);
    for (const [at, answer] of [NO_RESPONSE, { status: 200, body: undefined, retryAfterMs: null }].entries()) {
      await phone.send(
        async (call) => {
          await db.request(call);
          return answer;
        },
        Date.now() + at * 40_000,
      );
      expect(await phone.waiting()).toHaveLength(1);
    }
    // The app is killed before it receives the successful response.
    const restarted = await startPhone(phone.disk);
    await restarted.send(db.request, Date.now() + 120_000);
    expect(db.jobs.size).toBe(1);
    expect(await restarted.waiting()).toEqual([]);
  });

  it('sent by two tabs at once, or saved by a double press, is one job (F7, F8, F9)', async () => {
    const db = jobDatabase();
    const first = await startPhone();
    const id = randomUUID();
    await save(first, id);
    expect(await save(first, id)).toMatchObject({ id, existingEntry: null });
    const second = await startPhone(first.disk, first.locks, first.caches);
    await Promise.all([first.send(db.request), second.send(db.request)]);
    await second.send(db.request);
    expect(db.jobs.size).toBe(1);
    expect(await second.waiting()).toEqual([]);
  });

  it('is taken over from a tab that was frozen while sending it, and stays one job (F10)', async () => {
    const db = jobDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await save(phone, id);
    await phone.store.claim(ANN, Date.now(), true);
    expect(await phone.waiting()).toMatchObject([{ state: 'sending' }]);
    await phone.send(db.request, Date.now() + 61_000);
    expect(db.jobs.size).toBe(1);
    expect(await phone.waiting()).toEqual([]);
  });

  it('does not count as sent when a captive portal answers with anything (F11)', async () => {
    const phone = await startPhone();
    await save(phone, randomUUID());
    const answers: RawResponse[] = [
      { status: 200, body: undefined, retryAfterMs: null },
      json(200, []),
      json(200, [{ id: 'x' }]),
    ];
    for (const [at, answer] of answers.entries()) {
      await phone.send(() => Promise.resolve(answer), Date.now() + at * 40_000);
      expect(await phone.waiting()).toMatchObject([{ state: 'queued' }]);
    }
  });

  it('stays queued while every request times out, and is sent afterwards (F12)', async () => {
    const db = jobDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await save(phone, id);
    const now = Date.now();
    await phone.send(() => Promise.resolve({ ...NO_RESPONSE, late: true }), now);
    expect(await phone.waiting()).toMatchObject([{ state: 'queued' }]);
    // Backing off: nothing is sent before its time.
    await phone.send(db.request, now + 100);
    expect(db.jobs.size).toBe(0);
    await phone.send(db.request, now + 31_000);
    expect(db.jobs.size).toBe(1);
  });

  it('that is refused keeps every line and does not block other jobs (F20)', async () => {
    const db = jobDatabase();
    const phone = await startPhone();
    const [bad, good] = [randomUUID(), randomUUID()];
    await phone.save(bad, { ...FIELDS, lines: [...FIELDS.lines, { task_name: REFUSED_TASK }] }, JOB);
    await save(phone, good);
    await phone.send(db.request);
    expect([...db.jobs.keys()]).toEqual([good]);
    expect(await phone.waiting()).toMatchObject([
      { id: bad, problem: { kind: 'refused', sentence: 'Enter a quantity greater than 0.' } },
    ]);
  });

  it('undone before it was sent never reaches the database, and its queued changes are dropped (F36)', async () => {
    const db = jobDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await save(phone, id);
    const line = { kind: 'work', action: 'update' as const, seen: {}, parents: [id] };
    await phone.save(id, { notes: 'wet' }, { ...line, parents: [] });
    await phone.save(partId(id, 'lines', 1), { notes: 'wet' }, line);
    expect(await phone.waiting()).toHaveLength(3);
    await undo(phone, id);
    expect(await phone.waiting()).toEqual([]);
    await phone.send(db.request);
    expect(db.calls).toEqual([]);
  });

  it('undone after it was sent is deleted; a line that is on an invoice stays, and the message says so', async () => {
    const db = jobDatabase();
    const phone = await startPhone();
    const [id, billed] = [randomUUID(), randomUUID()];
    await save(phone, id);
    await save(phone, billed);
    await phone.send(db.request);
    await undo(phone, id);
    await phone.send(db.request);
    expect([...db.jobs.keys()]).toEqual([billed]);
    const kept = 'One line of this job is on invoice INV-0001, so it stays. The other lines are deleted.';
    await undo(phone, billed);
    await phone.send((call) =>
      call.path === 'rpc/delete_job' ? Promise.resolve(json(200, [{ id: billed, kept }])) : db.request(call),
    );
    expect(await phone.waiting()).toMatchObject([{ action: 'delete', problem: { kind: 'refused', sentence: kept } }]);
  });

  it('is shown as its lines, with a priced material as a line, until the database has it', async () => {
    const phone = await startPhone();
    const id = randomUUID();
    await save(phone, id);
    const waiting = await phone.waiting();
    const lines = withJobLines(waiting);
    expect(lines.map(({ kind, title }) => [kind, title])).toEqual([
      ['work', 'Foraging, Hill Farm'],
      ['work', 'Carting, Hill Farm'],
      ['work', 'Wrap, Hill Farm'],
    ]);
    expect(linesOfJob(id, FIELDS)[2]).toMatchObject({
      chargeable_unit: 'each',
      rate: 84.5,
      quantity: 6,
      task_description: 'roll',
      work_date: '2026-11-20',
      job_id: id,
      line: 3,
    });
    expect(waitingJob(waiting, { jobId: id })?.id).toBe(id);
    await undo(phone, id);
    expect(withJobLines(await phone.waiting())).toEqual([]);
  });

  it('shows its sprays in the lists of its fields, also while its deletion waits', async () => {
    const phone = await startPhone();
    const id = randomUUID();
    const activities = [{ activity_type: 'spray', product: 'Proline', field_id: 'f' }];
    await phone.save(id, { ...FIELDS, activities }, JOB);
    const ids = [partId(id, 'activities', 0)];
    const shown = async () => {
      const waiting = await phone.waiting();
      return withJobActivities({ entries: waiting, sent: [] }).entries.map(({ kind, action, id, fields }) => [
        ...[kind, action, id, fields['work_id'] ?? null],
      ]);
    };
    expect(await shown()).toEqual([['field-activity', 'insert', ids[0], id]]);
    await phone.send(jobDatabase().request);
    await phone.save(id, {}, { ...JOB, action: 'delete', seen: { lines: [id], activities: ids } });
    expect(await shown()).toEqual([['field-activity', 'update', ids[0], null]]);
  });
});
