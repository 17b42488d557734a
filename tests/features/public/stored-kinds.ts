// What the privacy policy says about the columns of each table that src/records does not declare: a phrase of the policy and
// the columns that it covers. A declared record says it itself, in STORED.

/** Technical columns that no table has to list: owner, id and times. The policy mentions authors once, under the log. */
export const TECHNICAL_COLUMNS =
  'id user_id created_at updated_at created_by created_by_name recorded_at at active sort version edition current_version ' +
  'row_id table_name parent_id parent_table related_id related_table work_id request_id person_id token_hash';

export const UNDECLARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'public.profiles': {
    name: 'first_name last_name',
    'telephone and picture': 'phone avatar_url',
    'Your role, whose account you belong to, what you may see, and when you were last seen':
      'role admin_id person_status sees_all_works sees_rates last_seen_at is_demo',
    'The state and dates of the subscription': 'subscription_status subscription_ends_at trial_ends_at',
    'The day on which somebody turns 18, which tells their birthday': 'turns_18_on',
    'whether they have agreed to a longer week': 'opted_out_48h',
  },
  'public.farm_people': { 'names of everybody who works or has worked for the account': 'name present' },
  'public.farm_settings': {
    'name, region, units and currency':
      'farm_name region time_zone area_unit currency week_starts billing_increment_min in_nvz nitrates_zone',
    'herd, holding and business numbers': 'herd_number cph sbi',
    'what the crew may see': 'employees_see_rates employees_see_all_works',
    'Which steps of setting it up are still open': 'asks_business asks_prices asks_first_job',
    'days of holiday and working days of each person': 'leave_days leave_month work_days',
    'who approved the week': 'overtime_after_day_min overtime_after_week_min time_locked_until',
  },
  'public.gangs': { 'the gangs you set up': 'name people machines' },
  'public.people_costs': { 'what an hour of a person or machine costs you': 'name hourly_cost valid_from' },
  'public.job_costs': { 'what an hour of a person or machine costs you': 'job_id kind cost' },
  'public.saved_filters': { 'the filters you save': 'name query screen' },
  'public.prices': {
    'from which day which price counts for whom': 'rate valid_from valid_to chargeable_unit customer_id task_id',
  },
  'public.invoice_settings': {
    'your business, VAT and bank details, your logo':
      'business_name trading_name legal_form company_number address_line1 address_line2 address_line3 town postcode country ' +
      'phone email logo_path vat_registered vat_number vat_rate currency bank_name account_name sort_code account_number iban ' +
      'bic footer_text invoice_prefix next_number number_padding payment_terms_days show_times show_person show_notes ' +
      'group_lines_by email_subject email_body surcharge_on fuel_base_price fuel_current_price fuel_share',
    'the reminders that you set up': 'reminders_on reminder_first reminder_second',
  },
  'public.invoices': {
    'Invoices and credit notes with your business, VAT and bank details':
      'supplier_snapshot invoice_number series sequence_no kind credits_invoice_id issue_date tax_point due_date currency ' +
      'lines additional_items subtotal vat_rate vat_amount total generated_at sent_at paid_at voided_at credited_at reason revision',
    'the customer’s details and order number': 'customer_id customer_snapshot order_number',
    'and the PDF': 'pdf_path pdf_version pdf_sha256',
  },
  'public.opening_balances': {
    'Open invoices of another program that you import: customer, number, dates, amount, what was paid, and your note':
      'customer_id number issued_on due_on currency amount paid_so_far paid_on note',
  },
  'public.invoice_mails': {
    'the address it goes to, your words, when it was sent, how many days late the payment was, and whether it arrived':
      'to_address message own_subject own_text state state_at days_late problem provider_id',
    'Of each invoice or reminder that you mail': 'invoice_id reminder',
  },
  'private.mail_events': { 'whether it arrived': 'provider_id state problem received_at' },
  'public.leave_terms': { 'days of holiday and working days of each person': 'leave_days work_days' },
  'public.note_titles': { 'Title, text, date and time': 'title accident' },
  'public.push_messages': {
    'what you were told of, and when you read it': 'kind message_key path title detail read_at',
  },
  'public.push_subscriptions': {
    'its address at the push service and its keys, and what you chose to be told there and when':
      'endpoint p256dh auth kinds quiet_from quiet_to show_details',
  },
  'private.push_deliveries': {
    'whether each notification went out': 'message_id subscription_id state attempts next_at first_at',
  },
  'public.checklist_versions': { 'Questions and every version of them': 'template_id name intro items' },
  'public.machine_costs': { 'what it and its services cost': 'purchase_price hourly_cost' },
  'public.service_costs': { 'what it and its services cost': 'machine_id parts_cost labour_cost external_cost' },
  'public.imports': {
    'Which files with customers, tasks, machines, fields, hours, past works or open invoices were imported, when and by whom, what each added, and whether it was undone':
      'kind file_name added skipped customers tasks machines fields shifts works opening_balances undone_at',
  },
  'private.staged_import_rows': {
    'rows of a large file are kept for a day at most while they are being sent': 'import_id place item staged_at',
  },
  'public.employee_invites': {
    'Name and e-mail address of whoever the account holder invites, what they may see, and when they joined':
      'first_name last_name email sees_all_works sees_rates expires_at accepted_at accepted_by revoked_at',
  },
  'public.audit_log': { 'Who changed what, when, and what it said before': 'action actor actor_name changed' },
  'private.billing_customers': {
    'the numbers under which Stripe knows it': 'customer_id subscription_id cancels read_as checked_at check_problem',
  },
  'private.billing_events': {
    'for 90 days which messages about it came from Stripe': 'event_id kind received_at handled_at',
  },
  'private.contact_messages': {
    'What you send with the contact form: name, e-mail address and message':
      'name email message mailed_at mail_id mail_error',
  },
  'private.allowances': {
    'we count how many messages and mails come from one address, account or connection': 'name taken stale_at',
  },
  'private.added_rows': { 'how many entries an account adds in a minute': 'added at' },
  'private.restores': {
    'whether a ZIP was restored into the account, when, which one and how far it is':
      'archive farm made_at former state parts next_part last_log_id started_at finished_at',
  },
  'private.counters': { 'The next invoice number': 'series next' },
  'private.requests': { 'which presses were carried out': 'action answer' },
};
