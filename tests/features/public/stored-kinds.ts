// What the privacy policy says about every database column: under each table, a phrase of the policy and the columns
// that it covers. A new table or column must be added here, or its test fails.

/** Technical columns that no table has to list: owner, id and times. The policy mentions authors, and who struck a record out, once, under the log. */
export const TECHNICAL_COLUMNS =
  'id user_id created_at updated_at created_by created_by_name recorded_at at active sort version edition current_version ' +
  'row_id table_name parent_id parent_table related_id related_table log_key work_id request_id person_id token_hash struck struck_at struck_by_name';

export const STORED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
  'public.works': {
    'Customer, task, date, times and breaks, quantity, rate and value, description and notes, and who logged it':
      'customer customer_id task_name task_description chargeable_unit rate quantity start_time finish_time start_second ' +
      'finish_second breaks work_date total_time total_value value_overridden notes employee_id search job_id line',
    'who and which machines were there and for how long': 'done_by done_by_names',
    'Invoices and credit notes':
      'invoice_id invoice_number invoice_generated_at invoice_sent_at invoice_paid_at invoice_due_on additional_items progress',
  },
  'public.job_people': {
    'who and which machines were there and for how long': 'job_id name minutes start_time finish_time breaks task',
  },
  'public.job_machines': {
    'who and which machines were there and for how long':
      'job_id machine_id machine_name implement hours meter_end fuel_l',
  },
  'public.job_fields': { 'the fields, the materials': 'job_id field_id field_name area_ha part' },
  'public.job_materials': { 'the fields, the materials': 'job_id product quantity unit batch' },
  'public.job_signoffs': {
    'the name and signature of the customer, drawn by finger':
      'job_id signed_name signature signed_at content_hash with_prices',
  },
  'public.gangs': { 'the gangs you set up': 'name people machines' },
  'public.people_costs': { 'what an hour of a person or machine costs you': 'name hourly_cost valid_from' },
  'public.job_costs': { 'what an hour of a person or machine costs you': 'job_id kind cost' },
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
      'converted_work_id cancel_reason cancel_note rained_off repeat_id repeat_date repeat_every',
    'who can’t do a job, and why': 'declined_reason declined_note declined_by declined_by_name',
    'whether it is a holiday, sickness or something else': 'absence_type',
  },
  'public.absence_requests': {
    'who asks for time off, when and for what, and the answer':
      'person_name absence_type start_date end_date half note status answer answered_by answered_by_name answered_at',
  },
  'public.leave_terms': { 'days of holiday and working days of each person': 'leave_days work_days' },
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
  'public.calculations': {
    'calculations of stocking rate, slurry and nutrients with what was entered for them':
      'kind name year regime rule_version inputs results',
  },
  'public.rule_overrides': {
    'figures that replace those of the rules, with the reason': 'regime figure value reason valid_from valid_to',
  },
  'public.slurry_stores': {
    'Slurry stores with their measurements':
      'name shape covered length_m width_m depth_m diameter_m bank_run freeboard_m deduction_m3 volume_m3 manure active',
  },
  'public.slurry_levels': { 'the levels read at them, and when': 'store_id read_on read_time how amount note' },
  'public.manure_movements': {
    'movements of slurry and manure':
      'moved_on direction regime manure manure_name quantity unit store n_per_unit p_per_unit p_form content_from ' +
      'rule_version notified_ref note',
    'by when the authority has to be told and was told': 'notify_by notified_on',
    'the farm that they went to or came from, and who carried them':
      'other_name other_address other_number other_land transporter_name transporter_address vehicle_reg',
  },
  'public.compliance_items': {
    'What has to be done or kept for an inspection, when, how often and by whom':
      'duty title category required_by due_on recurrence custom_months recurrence_anchor lead_days responsible_id ' +
      'evidence_required auto_source keep_months guidance guidance_url',
    'why something does not apply': 'not_applicable_reason',
  },
  'public.compliance_completions': {
    'when it was done, by whom, with which paper or note, and how long that counts':
      'item_id for_due_on done_on done_by note reference_no expires_on keep_until',
  },
  'public.certificates': {
    'Certificates of the farm and its people with their numbers and dates':
      'name person_id holder number issued_on expires_on lead_days note',
  },
  'public.checklist_templates': {
    'Questions and every version of them': 'name intro category frequency items retired_at machine_type machine_id',
  },
  'public.checklist_versions': { 'Questions and every version of them': 'template_id name intro items' },
  'public.machines': {
    'Each machine with its numbers, oils, tyres and dates':
      'name machine_type make model serial_no registration year meter_type status purchase_date sold_date width_m capacity ' +
      'capacity_unit engine_oil hyd_oil coolant tyre_front_bar tyre_rear_bar filters notes insurance_expires tax_expires ' +
      'mot_due loler_due sprayer_test_due',
    'the readings of its meter': 'current_reading current_reading_at meter_offset',
  },
  'public.machine_costs': { 'what it and its services cost': 'purchase_price hourly_cost' },
  'public.machine_readings': {
    'the readings of its meter': 'machine_id reading read_at source source_id meter_replaced meter_offset doubted note',
  },
  'public.service_schedules': {
    'which services are due and were done, by whom and with which parts':
      'machine_id name interval_meter interval_months last_done_at last_done_reading last_done_offset counts_from ' +
      'counts_from_estimated first_at_reading warn_pct warn_days parts',
  },
  'public.service_records': {
    'which services are due and were done, by whom and with which parts':
      'machine_id schedule_ids fixes service_date reading kind description parts labour_hours supplier invoice_ref ' +
      'downtime_h next_note',
  },
  'public.service_costs': { 'what it and its services cost': 'machine_id parts_cost labour_cost external_cost' },
  'public.machine_defects': {
    'defects with who reported and who closed them':
      'machine_id reported_at description severity status fixed_by_record_id closed_at closed_by_name completion_id question',
  },
  'public.checklist_completions': {
    'the answers, the machine and its hours, the result, who completed it and when, how long it took, and the signature drawn by finger':
      'template_id template_name items answers checked defects passed result machine machine_id hours_reading done_on started_at ' +
      'completed_at seconds signature notes clock_doubted superseded_at',
  },
  'public.feeds': {
    'Feeds with their analysis, price, source and stock':
      'name category dm_pct me_mj_kg_dm cp_pct cp_basis cost_per_t in_stock_kg stock_counted_at analysis_date lab_ref source',
  },
  'public.tmr_mixes': {
    'mixes with their ingredients, the group and number of animals they are for, and notes':
      'name group_name head_count feed_rate_pct feeds_per_day wagon_capacity_kg rounding_kg target_dm_kg target_me_mj ' +
      'target_cp_pct valid_from notes items',
  },
  'public.tmr_feedings': {
    'what was fed or mixed, when, by whom, of which lots and for which animals':
      'mix_id mix_name group_name fed_at fed_on head_count loads items total_kg refusals_kg note',
  },
  'public.meal_mixes': {
    'mixes with their ingredients, the group and number of animals they are for, and notes':
      'name stock_class batch_size batch_unit rounding_kg target_cp_pct notes items',
  },
  'public.meal_batches': {
    'what was fed or mixed, when, by whom, of which lots and for which animals':
      'mix_id mix_name mix_version mixed_at mixed_on batch_no kg items used_by note search',
  },
  'public.fields': {
    'Name, area, parcel number, land use, soil, whose land it is and on what agreement, and its outline on the map':
      'name area_ha area_source worked_area_ha drawn_area_ha parcel_ref parcel_scheme townland county customer customer_id ' +
      'tenure rent_from rent_to land_use soil_type soil_is_sandy_shallow eligible boundary centroid_lat centroid_lng ' +
      'slope_pct near_water buffer_m in_nvz no_spread_geojson archived_on parent_ids notes',
    'directions, hazards and notes': 'hazards',
  },
  'public.field_seasons': {
    'the crops, soil tests and harvests of each field':
      'field_id season_year sequence crop variety sown_on seed_rate_kg_ha previous_crop target_yield_t_ha harvested_on',
  },
  'public.soil_tests': {
    'the crops, soil tests and harvests of each field':
      'field_id sampled_on lab_ref ph p_mg_l k_mg_l mg_mg_l method p_index k_index mg_index lime_t_ha om_pct',
  },
  'public.field_activities': {
    'what was done on it and when, with which product, rate and machine, in what weather, by whom and under which certificate':
      'field_id field_name field_problem season activity_type status started_at finished_at area_ha product mapp_pcs_no ' +
      'active_ingredient rate rate_unit total_qty water_l_ha reason crop eppo_code growth_stage_bbch wind_speed wind_dir ' +
      'temp_c weather harvest_interval_days operator_id operator_name operator_cert_no machine method batch_no ' +
      'buffer_observed notes',
  },
  'public.harvests': {
    'the crops, soil tests and harvests of each field':
      'field_id field_name field_problem season harvested_on product quantity unit moisture_pct bale_kg area_ha store ' +
      'quality notes',
  },
  'public.imports': {
    'Which files with customers, tasks, machines, fields, hours, past works or open invoices were imported, when and by whom, what each added, and whether it was undone':
      'kind file_name added skipped customers tasks machines fields shifts works opening_balances undone_at',
  },
  'private.staged_import_rows': {
    'rows of a large file are kept for a day at most while they are being sent': 'import_id place item staged_at',
  },
  'public.attachments': {
    'with a caption, who added them and when they were taken': 'caption taken_at storage_path file_version mime bytes',
  },
  'public.documents': {
    'Documents of customers, machines, fields, evidence and certificates, as you chose them':
      'name storage_path file_version mime bytes',
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
