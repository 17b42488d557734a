// The personas of the access tests with a row of each in every table: two farms, a lapsed one, and people without a
// farm.
import { ACCESS, BODIES } from '@tests/database/access/access-table';
import type { Person, TestBackend } from '../embedded/backend';
import { relations } from './catalogue';
import { filledBackend } from './filled-template';
import {
  ACCOUNT_OF_ROWS,
  BILLED_CUSTOMER,
  COMPLIANCE_ITEM,
  SLURRY_STORE,
  CHECKLIST,
  CHECKLIST_ITEMS,
  checklistId,
  deviceId,
  eventId,
  FEED,
  HOLDERS,
  INVITE_OF_ACCOUNT,
  MAKERS,
  MEAL_MIX,
  messageId,
  MIX_FEED,
  FIELD_WITH_ENTRIES,
  fieldId,
  JOB_FIELD,
  JOB_MACHINES,
  jobPartId,
  MACHINE,
  photoOf,
  PRICED_TASK,
  rationId,
  READ_NOTICE,
  requestId,
  rowId,
  shiftId,
  TMR_MIX,
  type FixtureRow,
  type Maker,
  type Persona,
  type SignedIn,
  WORK_OF_ACCOUNT,
  ADDED_DOCUMENT,
  documentOf,
} from './persona-ids';
import { fixedRowsOf } from './persona-rows';
import { rest, type Rest } from './rest';

export type Personas = {
  api: Record<Persona, Rest>;
  people: Record<SignedIn, Person>;
  rows: (relation: string) => FixtureRow[];
};

async function addMakerRows(sql: TestBackend['sql'], people: Record<SignedIn, Person>) {
  for (const maker of MAKERS) {
    const account = people[ACCOUNT_OF_ROWS[maker]].id;
    const by = people[maker].id;
    const employee = maker === ACCOUNT_OF_ROWS[maker] ? null : by;
    await sql(
      `insert into public.customers (id, user_id, name, notes, address_line1, created_by) values ($1, $2, $3, $4, '1 Lane', $5)`,
      [rowId(1, maker), account, `Customer of ${maker}`, `secret of ${maker}`, by],
    );
    await sql(`insert into public.tasks (id, user_id, name, default_rate, created_by) values ($1, $2, $3, 12.34, $4)`, [
      rowId(2, maker),
      account,
      `Task of ${maker}`,
      by,
    ]);
    await sql(
      `insert into public.works (id, user_id, employee_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
       values ($1, $2, $3, $4, $5, 'acre', 50, 2, '2026-11-02', $6)`,
      [rowId(3, maker), account, employee, BILLED_CUSTOMER, `Task of ${maker}`, maker],
    );
    if (maker === ACCOUNT_OF_ROWS[maker]) {
      await sql(
        `insert into public.compliance_items (id, user_id, title, created_by) values ($1, $2, 'Farm map', $2)`,
        [COMPLIANCE_ITEM, account],
      );
      await sql(`insert into public.notices (id, user_id, title, created_by) values ($1, $2, 'Read by all', $2)`, [
        READ_NOTICE,
        account,
      ]);
      await sql(
        `insert into public.machines (id, user_id, name, machine_type, created_by) values ($1, $2, 'Old tractor', 'tractor', $2)`,
        [MACHINE, account],
      );
      await sql(
        `insert into public.machines (id, user_id, name, machine_type, created_by) values ($1, $2, $3, 'tractor', $2)`,
        [rowId(0, maker), account, `Machine of ${maker}`],
      );
    }
    await sql(
      `insert into public.notice_reads (id, user_id, notice_id, edition, created_by) values ($1, $2, $3, 1, $4)`,
      [rowId('d', maker), account, READ_NOTICE, by],
    );
    await sql(
      `insert into public.diary_events (id, user_id, kind, title, start_date, end_date, assigned_to, created_by)
       values ($1, $2, 'job', $3, '2026-11-02', '2026-11-02', array[$4::uuid], $4)`,
      [eventId(maker), account, `Job of ${maker}`, by],
    );
    await sql(
      `insert into public.absence_requests (id, user_id, person_id, absence_type, start_date, end_date)
       values ($1, $2, $3, 'holiday', '2026-11-09', '2026-11-10')`,
      [requestId(maker), account, by],
    );
    await sql(`insert into public.leave_terms (user_id, person_id, leave_days) values ($1, $2, 25)`, [account, by]);
    if (maker === ACCOUNT_OF_ROWS[maker]) {
      for (const [id, name] of [
        [CHECKLIST, 'Tractor'],
        [checklistId(1, maker), `Checklist of ${maker}`],
      ])
        await sql(
          `insert into public.checklist_templates (id, user_id, name, items, created_by) values ($1, $2, $3, $4::jsonb, $2)`,
          [id, account, name, JSON.stringify(CHECKLIST_ITEMS)],
        );
      for (const [feed, tmr, meal, name] of [
        [FEED, TMR_MIX, MEAL_MIX, 'Barley'],
        [rationId(1, maker), rationId(2, maker), rationId(3, maker), `Feed of ${maker}`],
      ]) {
        await sql(
          `insert into public.feeds (id, user_id, name, dm_pct, cost_per_t, created_by) values ($1, $2, $3, 86, 195, $2)`,
          [feed, account, name],
        );
        const item = { ...MIX_FEED, feed };
        await sql(
          `insert into public.tmr_mixes (id, user_id, name, head_count, items, created_by) values ($1, $2, $3, 120, $4::jsonb, $2)`,
          [tmr, account, `TMR of ${name}`, JSON.stringify([{ ...item, order: 1, fresh: 3, minutes: null, note: '' }])],
        );
        await sql(
          `insert into public.meal_mixes (id, user_id, name, batch_size, items, created_by) values ($1, $2, $3, 1000, $4::jsonb, $2)`,
          [meal, account, `Meal of ${name}`, JSON.stringify([{ ...item, pct: 100 }])],
        );
      }
    }
    await sql(
      `insert into public.checklist_completions (id, user_id, template_id, version, machine, answers, started_at, completed_at, created_by)
       values ($1, $2, $3, 1, $4, '[{"value": "ok", "comment": "", "photos": []}]', now(), now(), $5)`,
      // Not a machine of the fleet: one with a completed checklist can't be deleted.
      [checklistId(2, maker), account, CHECKLIST, `Hired machine of ${maker}`, by],
    );
    await sql(
      `insert into public.time_entries (id, user_id, employee_id, clock_in_at, clock_out_at)
       values ($1, $2, $3, '2026-11-02T08:00:00Z', '2026-11-02T16:00:00Z')`,
      [shiftId(maker), account, by],
    );
    const photo = photoOf(account, rowId(3, maker), rowId(6, maker));
    await sql(
      `insert into public.attachments (id, user_id, parent_id, storage_path, mime, bytes, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
      [photo.id, account, photo.parent_id, photo.storage_path, photo.mime, photo.bytes, by],
    );
    await sql(
      `insert into public.saved_filters (id, user_id, person_id, name, query) values ($1, $2, $3, 'Mine', 'status=ready')`,
      [rowId(9, maker), account, by],
    );
    await addJobParts(sql, maker, account, by);
    await sql(
      `insert into public.push_messages (id, user_id, person_id, kind, message_key, path, title) values ($1, $2, $3, 'notice', 'notice:1:', '/noticeboard', 'New')`,
      [messageId(maker), account, by],
    );
    await sql(
      `insert into public.push_subscriptions (id, user_id, person_id, endpoint, p256dh, auth, kinds)
       values ($1, $2, $3, $4, repeat('A', 87), repeat('A', 22), '{job}')`,
      [deviceId(maker), account, by, `https://fcm.googleapis.com/fcm/send/${maker}`],
    );
    await sql(
      `insert into public.prices (id, user_id, task_id, chargeable_unit, rate, valid_from) values ($1, $2, $3, 'acre', 60, '2026-01-01')`,
      [rowId(8, maker), account, rowId(2, maker)],
    );
  }
}

/** Adds people, machines, fields and materials to the job of this maker. */
async function addJobParts(sql: TestBackend['sql'], maker: Maker, account: string, by: string) {
  const job = rowId(3, maker);
  if (maker === ACCOUNT_OF_ROWS[maker]) {
    for (const [at, id] of JOB_MACHINES.entries())
      await sql(`insert into public.machines (id, user_id, name, machine_type) values ($1, $2, $3, 'tractor')`, [
        id,
        account,
        `Machine ${at} of jobs`,
      ]);
    const document = documentOf(account, rowId(6, maker));
    await sql(
      `insert into public.documents (id, user_id, parent_table, parent_id, name, storage_path, mime, bytes, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $2)`,
      Object.values(document),
    );
    await sql(
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
       values ('documents', $1, $2, gen_random_uuid(), '{"size": 1000, "mimetype": "application/pdf"}')`,
      [documentOf(account, ADDED_DOCUMENT).storage_path, account],
    );
    await sql(`insert into public.fields (id, user_id, name, area_ha) values ($1, $2, 'Field of jobs', 4)`, [
      JOB_FIELD,
      account,
    ]);
    await sql(
      `insert into public.people_costs (id, user_id, name, hourly_cost, valid_from) values ($1, $2, 'Casual', 11, '2026-01-01')`,
      [jobPartId(6, maker), account],
    );
  }
  await sql(`insert into public.job_people (id, user_id, job_id, name, created_by) values ($1, $2, $3, 'Carl', $4)`, [
    jobPartId(1, maker),
    account,
    job,
    by,
  ]);
  await sql(
    `insert into public.job_machines (id, user_id, job_id, machine_id, created_by) values ($1, $2, $3, $4, $5)`,
    [jobPartId(2, maker), account, job, JOB_MACHINES[0], by],
  );
  await sql(
    `insert into public.job_fields (id, user_id, job_id, field_id, area_ha, created_by) values ($1, $2, $3, $4, 4, $5)`,
    [jobPartId(3, maker), account, job, JOB_FIELD, by],
  );
  await sql(
    `insert into public.job_materials (id, user_id, job_id, product, quantity, created_by) values ($1, $2, $3, 'Twine', 2, $4)`,
    [jobPartId(4, maker), account, job, by],
  );
  await sql(
    `insert into public.job_signoffs (id, user_id, job_id, signed_name, signature, signed_at, content_hash, created_by)
     values ($1, $2, $3, 'J Hill', 'M1 1L2 2', now(), repeat('a', 64), $4)`,
    [jobPartId(5, maker), account, job, by],
  );
  await sql(`insert into public.gangs (id, user_id, name) values ($1, $2, $3)`, [
    jobPartId(7, maker),
    account,
    `Gang of ${maker}`,
  ]);
}

async function addHolderRows(sql: TestBackend['sql'], people: Record<SignedIn, Person>) {
  for (const holder of HOLDERS) {
    const account = people[holder].id;
    WORK_OF_ACCOUNT.set(account, rowId(3, holder));
    await sql(
      `insert into public.employee_invites (id, user_id, email, token_hash, expires_at)
       values ($1, $2, $3, $4, now() + interval '7 days')`,
      [INVITE_OF_ACCOUNT[holder], account, `invited.by.${holder.toLowerCase()}@example.test`, `hash of ${holder}`],
    );
    await sql(`insert into public.tasks (id, user_id, name) values ($1, $2, 'Priced task')`, [PRICED_TASK, account]);
    await sql(`insert into public.slurry_stores (id, user_id, name, created_by) values ($1, $2, 'Measured', $2)`, [
      SLURRY_STORE,
      account,
    ]);
    await sql(`insert into public.notices (id, user_id, title, created_by) values ($1, $2, $3, $2)`, [
      rowId('c', holder),
      account,
      `Notice of ${holder}`,
    ]);
    for (const [id, name] of [
      [FIELD_WITH_ENTRIES, 'Bottom Meadow'],
      [fieldId(1, holder), `Field of ${holder}`],
    ])
      await sql(`insert into public.fields (id, user_id, name, area_ha, created_by) values ($1, $2, $3, 4.05, $2)`, [
        id,
        account,
        name,
      ]);
    await sql(
      `insert into public.field_seasons (id, user_id, field_id, season_year, crop, created_by) values ($1, $2, $3, 2026, 'Grass', $2)`,
      [fieldId(2, holder), account, FIELD_WITH_ENTRIES],
    );
    await sql(`insert into public.note_titles (id, user_id, title) values ($1, $2, $3)`, [
      rowId('e', holder),
      account,
      `Title of ${holder}`,
    ]);
    await sql(
      `insert into public.invoice_settings (user_id, business_name, address_line1, vat_registered, account_number, sort_code)
       values ($1, $2, '1 Yard', false, '12345678', '112233')`,
      [account, `Business of ${holder}`],
    );
    await sql(
      `insert into public.invoices (id, user_id, invoice_number, sequence_no, customer_id, customer_snapshot, supplier_snapshot,
         issue_date, tax_point, due_date, currency, lines, subtotal, vat_amount, total, created_by, created_by_name)
       values ($1, $2, 'INV-0041', 41, (select id from public.customers where user_id = $2 and name = $4), '{"name": "Secret"}',
         '{}', '2026-11-03', '2026-11-03', '2026-12-03', 'GBP', '[]', 80, 0, 80, $2, $3)`,
      [rowId(4, holder), account, holder, BILLED_CUSTOMER],
    );
    // A paid invoice, which can be credited.
    await sql(
      `insert into public.invoices (id, user_id, invoice_number, sequence_no, customer_id, customer_snapshot, supplier_snapshot,
         issue_date, tax_point, due_date, currency, lines, subtotal, vat_amount, total, generated_at, paid_at, created_by, created_by_name)
       select $1, user_id, 'INV-0040', 40, customer_id, customer_snapshot, supplier_snapshot, issue_date, tax_point, due_date,
         currency, lines, 70, 0, 70, '2026-11-03', '2026-11-04', created_by, created_by_name
       from public.invoices where user_id = $2 and sequence_no = 41`,
      [rowId(7, holder), account],
    );
    await sql(
      `insert into public.opening_balances (id, user_id, customer_id, number, issued_on, due_on, currency, amount, paid_so_far,
         note, created_by, created_by_name)
       values ($1, $2, (select id from public.customers where user_id = $2 and name = $4), '2026-114', '2026-10-01', '2026-10-31',
         'GBP', 480, 100.01, 'Baling', $2, $3)`,
      [rowId(0, holder), account, holder, BILLED_CUSTOMER],
    );
    await sql(
      `insert into public.invoice_mails (id, user_id, invoice_id, to_address, state, provider_id, created_by, created_by_name)
       values ($1, $2, $3, 'office@farm.test', 'bounced', $4, $2, $5)`,
      [rowId(5, holder), account, rowId(4, holder), `mail-${holder}`, holder],
    );
    await sql(
      `insert into public.imports (id, user_id, kind, file_name, added, created_by, created_by_name)
       values ($1, $2, 'customers', 'farm.csv', 1, $2, $3)`,
      [rowId(0, holder), account, holder],
    );
    await sql(`update private.counters set next = 42 where user_id = $1`, [account]);
    await sql(`update public.invoice_settings set next_number = 42 where user_id = $1`, [account]);
    await sql(`delete from public.audit_log where user_id = $1`, [account]);
    // A deleted entry, which can be restored.
    await sql(
      `insert into public.works (id, user_id, customer, task_name, chargeable_unit, work_date, created_by_name)
       values ($1, $2, $3, 'Deleted', 'acre', '2026-11-02', $4)`,
      [rowId('f', holder), account, BILLED_CUSTOMER, holder],
    );
    await sql(`delete from public.works where user_id = $1 and id = $2`, [account, rowId('f', holder)]);
    await sql(`update public.customers set notes = notes || '!' where user_id = $1 and id = $2`, [
      account,
      rowId(1, holder),
    ]);
  }
}

/**
 * Who has a row of every other table: the body from the access table, once for each person who may insert it. A table whose
 * rows must differ, for example by unique names, needs its rows in `addMakerRows` or `addHolderRows`.
 */
async function otherMakers(backend: TestBackend, fixedRows: Record<string, unknown>) {
  const makers: Record<string, Maker[]> = {};
  for (const { name, kind } of await relations(backend)) {
    const grid = ACCESS[name];
    if (kind === 'view' || name in fixedRows || !grid || !BODIES[name]) continue;
    makers[name] = MAKERS.filter((maker) => grid.insert[maker === ACCOUNT_OF_ROWS[maker] ? 'A1' : 'E1'] === 'own');
  }
  return makers;
}

async function addOtherRows(backend: TestBackend, people: Record<SignedIn, Person>) {
  for (const [name, makers] of Object.entries(await otherMakers(backend, fixedRowsOf(people))))
    for (const maker of makers) {
      const row = { ...BODIES[name]?.add(people[ACCOUNT_OF_ROWS[maker]].id), id: rowId(0, maker) };
      const answer = await rest(backend, people[maker])('POST', `/rest/v1/${name}`, row);
      if (answer.status >= 300) throw new Error(`a row of ${name} by ${maker}: ${JSON.stringify(answer.body)}`);
    }
}

const SIGNED_IN = ['A1', 'A2', 'L', 'E1', 'E1b', 'EL', 'R', 'U'] as const;
const addressOf = (name: SignedIn) => `${name.toLowerCase()}@personas.test`;

/** Signs everyone up and creates their rows. */
async function addPersonas(backend: TestBackend) {
  const details = (name: SignedIn, firstName?: string) => ({
    // Not the names of people whom a test adds.
    ...{ email: addressOf(name), lastName: `Persona ${name}` },
    ...(firstName === undefined ? {} : { firstName }),
  });
  const A1 = await backend.user(details('A1', 'Ann'));
  const L = await backend.user(details('L', 'Lou'));
  const people = {
    A1,
    A2: await backend.user(details('A2', 'Bob')),
    L,
    E1: await backend.employeeOf(A1, details('E1')),
    E1b: await backend.employeeOf(A1, details('E1b')),
    EL: await backend.employeeOf(L, details('EL')),
    R: await backend.employeeOf(A1, details('R')),
    U: await backend.user(details('U')),
  };
  await addMakerRows(backend.sql, people);
  await addHolderRows(backend.sql, people);
  await addOtherRows(backend, people);
  // R still has the token of an employee of A1; U is an employee without an account. Neither owns an account with
  // settings.
  for (const unlinked of [people.R, people.U]) {
    await backend.sql(
      `update public.profiles set role = 'employee', admin_id = null, subscription_status = null, trial_ends_at = null where id = $1`,
      [unlinked.id],
    );
  }
  const withoutSettings = [people.E1, people.E1b, people.EL, people.R, people.U].map(({ id }) => id);
  await backend.sql(`delete from public.farm_settings where user_id = any ($1)`, [withoutSettings]);
  await backend.lapse(L);
}

/** A backend with everyone signed in and their rows. */
export async function openPersonas(): Promise<{ backend: TestBackend; personas: Personas }> {
  const backend = await filledBackend('personas', addPersonas);
  const people = {} as Record<SignedIn, Person>;
  const api = { K: rest(backend, null) } as Record<Persona, Rest>;
  for (const name of SIGNED_IN) {
    people[name] = await backend.signIn(addressOf(name));
    api[name] = rest(backend, people[name]);
  }
  for (const holder of HOLDERS) WORK_OF_ACCOUNT.set(people[holder].id, rowId(3, holder));
  const rows = fixedRowsOf(people);
  for (const [name, makers] of Object.entries(await otherMakers(backend, rows)))
    rows[name] = makers.map((maker) => ({ account: ACCOUNT_OF_ROWS[maker], maker, key: { id: rowId(0, maker) } }));
  return { backend, personas: { api, people, rows: (relation) => rows[relation] ?? [] } };
}
