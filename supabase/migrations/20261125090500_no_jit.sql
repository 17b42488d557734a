-- No JIT for the roles of the API. The planner overestimates the cost of queries with row policies and has them
-- compiled, again for each statement: with jit on, Postgres' default, the tests of the works list's groups took 49 s
-- instead of 3.4 s, those of its copy 45 s instead of 5 s. No query of an account runs long enough to make up for that.
do $$
declare
  r text;
begin
  foreach r in array array['anon', 'authenticated', 'service_role'] loop
    begin
      execute format('alter role %I set jit = off', r);
    -- A managed database may not allow a role to be altered; the handler covers each role separately.
    exception when insufficient_privilege then null;
    end;
  end loop;
end $$;

-- PostgREST reads the settings of the roles it switches to at start, and when notified.
notify pgrst, 'reload config';
