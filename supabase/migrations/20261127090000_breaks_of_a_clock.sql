-- Clocked breaks are stored as they happened: a person who clocks in, starts a break and clocks out within a minute, or
-- spends a whole shift on a break, gets a shift of zero paid minutes, and no record is lost. Such breaks lie within
-- their shift, so they can be as long as it but never longer. Typed break minutes as long as the shift are still
-- refused.
create or replace function private.timed(e public.time_entries) returns public.time_entries
  language plpgsql stable set search_path = ''
  as $$
declare gross integer;
begin
  e.activity := coalesce(nullif(btrim(e.activity, E' \t\r\n'), ''), 'General');
  e.customer := nullif(btrim(e.customer, E' \t\r\n'), '');
  e.note := nullif(btrim(e.note, E' \t\r\n'), '');
  e.edit_reason := nullif(btrim(e.edit_reason, E' \t\r\n'), '');
  e.breaks := coalesce(e.breaks, '[]');
  perform private.refuse_if(char_length(e.activity) > 80, 'The job is too long (80 characters at most).');
  perform private.refuse_if(char_length(e.customer) > 120, 'The customer''s name is too long (120 characters at most).');
  perform private.refuse_if(char_length(e.note) > 1000, 'The note is too long (1,000 characters at most).');
  perform private.refuse_if(char_length(e.edit_reason) > 300, 'The reason is too long (300 characters at most).');
  perform private.refuse_if(e.clock_in_at is null or e.clock_in_at < '2000-01-01', 'Choose a date from the year 2000 on.');
  perform private.refuse_if(greatest(e.clock_in_at, e.clock_out_at) > now() + interval '5 minutes', 'That is in the future.');
  perform private.refuse_if(e.clock_out_at <= e.clock_in_at, 'Finish must be after start.');
  perform private.refuse_if(e.clock_out_at > e.clock_in_at + interval '24 hours',
    'More than 24 hours in one entry is not allowed.');
  perform private.refuse_if(jsonb_typeof(e.breaks) <> 'array' or octet_length(e.breaks::text) > 8000,
    'A break needs its start and its end.');
  perform private.refuse_if(jsonb_array_length(e.breaks) > 24, 'That is more than 24 breaks.');
  e.work_date := (e.clock_in_at at time zone e.time_zone)::date;
  e.breaks := private.ended_breaks(private.shaped_breaks(e.breaks), e.clock_out_at);
  e.unpaid_min := private.unpaid_minutes(e.breaks, e.clock_in_at, e.clock_out_at);
  if e.clock_out_at is null then
    e.unpaid_min := null;
    e.paid_min := null;
    return e;
  end if;
  perform private.refuse_if(e.manual_break_min < 0, 'Breaks can''t be less than nothing.');
  e.unpaid_min := coalesce(e.manual_break_min, e.unpaid_min);
  gross := private.whole_minutes(e.clock_in_at, e.clock_out_at);
  perform private.refuse_if(e.manual_break_min > 0 and e.manual_break_min >= gross, 'Breaks are longer than the shift.');
  e.paid_min := gross - e.unpaid_min;
  return e;
end $$;
