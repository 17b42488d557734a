-- Harvests are struck out, not deleted: in a nitrate vulnerable zone the yield of each arable crop is recorded within a week,
-- and kept for five years. Whoever may change a harvest may strike it out; `field_entry_before_write` has the seven days.
select private.can_be_struck_out('public.harvests');
revoke delete on public.harvests from authenticated;
drop policy "admin deletes harvests, employees their own" on public.harvests;
drop trigger field_entry_before_delete on public.harvests;

select private.guard_values('public.harvests');
