// The functions that only the edge functions may call, with the secret key.
import { rowId } from '@tests/support/database/persona-ids';
import { NEW_ID, type Body } from './access-grid';
import type { Targets } from './targets';

export const REQUEST = '88888888-0000-4000-8000-000000000000';

/** The arguments that a person tries to call each of them with. */
export const SERVICE_FUNCTIONS: Record<string, (ids: Targets) => Body> = {
  take_allowance: () => ({ key: 'a', most: 1, per: '1 day' }),
  keep_contact_message: () => ({ p_name: 'A', p_email: 'a@b.uk', p_message: 'x' }),
  contact_message_mailed: () => ({ p_id: NEW_ID, p_error: 'x' }),
  billing_customer: ({ account }) => ({ p_account: account }),
  keep_billing_customer: ({ account }) => ({ p_account: account, p_customer: 'cus_1' }),
  begin_billing_event: () => ({ p_event: 'evt_1', p_kind: 'invoice.paid', p_customer: 'cus_1' }),
  write_subscription: () => ({ p_event: 'evt_1', p_customer: 'cus_1', p_ticket: 1, p_status: 'active' }),
  subscriptions_to_check: () => ({ p_most: 1 }),
  subscription_checked: () => ({ p_customer: 'cus_1' }),
  confirm_invoice_file: ({ account }) => ({
    p_account: account,
    p_invoice_number: 'INV-0041',
    p_sha256: 'a'.repeat(64),
  }),
  begin_invoice_mail: ({ account }) => ({
    p_person: account,
    p_request_id: REQUEST,
    p_invoice_number: 'INV-0041',
    p_to: 'office@farm.test',
  }),
  accept_invoice_mail: ({ account }) => ({ p_account: account, p_mail_id: rowId(5, 'A1'), p_provider_id: 'x' }),
  fail_invoice_mail: ({ account }) => ({
    p_account: account,
    p_mail_id: rowId(5, 'A1'),
    p_problem: 'x',
    p_final: true,
  }),
  record_mail_event: () => ({ p_event_id: 'msg_1', p_provider_id: 'mail-A1', p_state: 'bounced' }),
  take_reminders: () => ({}),
  remove_unconfirmed: () => ({}),
  open_invitation: () => ({ p_hash: 'a'.repeat(64) }),
  unused_files: () => ({ p_bucket: 'photos' }),
  remove_rows_without_file: () => ({}),
  queue_due_messages: () => ({}),
  take_pushes: () => ({}),
  push_answered: ({ account }) => ({ p_account: account, p_message: NEW_ID, p_device: NEW_ID, p_status: 410 }),
  files_of: ({ account }) => ({ p_owner: account }),
};
