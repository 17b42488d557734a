// What the privacy policy says about every database column: under each table, a phrase of the policy and the columns
// that it covers. A new table or column must be added here, or its test fails.

/** Technical columns that no table has to list: owner, id and times. The policy mentions authors once, under the log. */
export const TECHNICAL_COLUMNS =
  'id user_id created_at updated_at created_by created_by_name recorded_at at active sort version edition current_version ' +
  'row_id table_name parent_id parent_table related_id related_table log_key work_id request_id person_id token_hash';

export const STORED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'public.profiles': {
    name: 'first_name last_name',
    'telephone and picture': 'phone avatar_url',
    'Your role, whose account you belong to, what you may see, and when you were last seen':
      'role admin_id person_status sees_all_works sees_rates last_seen_at',
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
    'who approved the week': 'overtime_after_day_min overtime_after_week_min time_locked_until',
  },
  'public.works': {
    'Customer, task, date, times and breaks, quantity, rate and value, description and notes, and who logged it':
      'customer customer_id task_name task_description chargeable_unit rate quantity start_time finish_time start_second ' +
      'finish_second breaks work_date total_time total_value value_overridden notes employee_id search',
    'Invoices and credit notes':
      'invoice_id invoice_number invoice_generated_at invoice_sent_at invoice_paid_at invoice_due_on additional_items progress',
  },
  'public.saved_filters': { 'the filters you save': 'name query screen' },
  'public.customers': {
    'Names, addresses, telephone numbers, e-mail addresses, VAT numbers':
      'name contact_name phone phone2 email billing_email address_line1 address_line2 address_line3 town county postcode ' +
      'country vat_number w3w merged_into',
    'terms of payment': 'payment_terms_days po_required account_ref chargeable_unit',
    'directions, hazards and notes': 'directions hazards notes',
    'the position of the gate': 'lat lng',
  },
  'public.tasks': { 'What you charge for': 'name category description chargeable_unit default_rate' },
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
  'public.invoice_mails': {
    'the address it goes to, your words, when it was sent, how many days late the payment was, and whether it arrived':
      'to_address message own_subject own_text state state_at days_late problem provider_id',
    'Of each invoice or reminder that you mail': 'invoice_id reminder',
  },
  'private.mail_events': { 'whether it arrived': 'provider_id state problem received_at' },
  'public.time_entries': {
    'When somebody clocked in and out, breaks, job and customer, notes':
      'employee_id clock_in_at clock_out_at work_date time_zone breaks manual_break_min paid_min unpaid_min activity customer note',
    'corrections with their reason': 'source edit_reason query_note',
    'how far the device’s clock was out': 'clock_skew_s',
    'who approved the week': 'status approved_at approved_by approved_by_name',
  },
  'public.diary_events': {
    'What is planned, for when, for whom and how far it is':
      'kind title task_name customer notes start_date end_date start_time end_time all_day assigned_to assigned_names status ' +
      'converted_work_id',
    'whether it is a holiday, sickness or something else': 'absence_type',
  },
  'public.note_titles': { 'Title, text, date and time': 'title accident' },
  'public.notes': {
    'Title, text, date and time, customer, what was measured, what is to be done and by whom':
      'title body note_date note_time customer value_num value_unit needs_action action_done action_done_at ' +
      'action_done_by_name assigned_to assigned_to_name follows shared',
    'A note of an accident may say who was hurt and how': 'accident',
    'then the note keeps that position': 'lat lng',
  },
  'public.notices': {
    'The notices, whom each is for': 'title body audience recipients priority pinned requires_ack starts_on expires_on',
  },
  'public.notice_reads': { 'who has opened or confirmed which wording, and when': 'notice_id acknowledged' },
  'public.checklist_templates': {
    'Questions and every version of them': 'name intro category frequency items retired_at',
  },
  'public.checklist_versions': { 'Questions and every version of them': 'template_id name intro items' },
  'public.checklist_completions': {
    'the answers, the machine and its hours, the result, who completed it and when, how long it took, and the signature drawn by finger':
      'template_id template_name items answers checked defects passed result machine hours_reading done_on started_at ' +
      'completed_at seconds signature notes clock_doubted superseded_at',
  },
  'public.attachments': {
    'with a caption, who added them and when they were taken': 'caption taken_at storage_path file_version mime bytes',
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
  'private.counters': { 'The next invoice number': 'series next' },
  'private.requests': { 'which presses were carried out': 'action answer' },
};
