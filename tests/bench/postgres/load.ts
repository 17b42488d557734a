// Repeats a request with pgbench as the REST service makes it: role and claims, one statement that returns JSON, commit.
// pgbench shares the cores with the database, but its own load is small.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { CapturedRequest } from './capture';
import { customerName, customerOf, idOf, type Shape } from './fill';
import { PLACEHOLDERS } from './requests';

export type Accounts = 'any' | 'big';
type Server = { url: string; bin: string; home: string };

/** Replacements for the ids in the statement, as expressions of the account :a, the customer :k and the entry :n. */
function placeholderExpressions(owner: string): Map<string, string> {
  return new Map([
    [owner, idOf.account(':a')],
    [PLACEHOLDERS.customer, idOf.customer(':a', ':k')],
    [PLACEHOLDERS.customerName, customerName(':k')],
    [PLACEHOLDERS.work, idOf.work(':a', ':n')],
    [PLACEHOLDERS.newId, 'gen_random_uuid()'],
    [PLACEHOLDERS.driver, idOf.driver(':a', '1')],
    // All ids that begin alike in a transaction begin alike again.
    [PLACEHOLDERS.newIds, 'left(gen_random_uuid()::text, 32)'],
  ]);
}

/** The text with an expression in place of each placeholder that it contains; null if it contains none. */
function filledIn(text: string, value: string, placeholders: ReadonlyMap<string, string>): string | null {
  const contained = [...placeholders].filter(([placeholder]) => value.includes(placeholder));
  return contained.length === 0
    ? null
    : contained.reduce(
        (made, [placeholder, by]) => `replace(${made}, '${placeholder}', (${by})::text)`,
        `${text}::text`,
      );
}

/** The statement with its values: values that are the same every time are passed as parameters, as the service does. */
function withValues(request: CapturedRequest, owner: string) {
  const placeholders = placeholderExpressions(owner);
  const constants: string[] = [];
  const [statement, ...more] = request.statements;
  if (!statement || more.length > 0) throw new Error(`${request.name} is ${request.statements.length} statements`);
  const expression = (value: string | null | undefined): string => {
    if (value === null || value === undefined) return 'null';
    const expressionOf =
      placeholders.get(value) ?? (/^\{.*\}$/.test(value) ? placeholders.get(value.slice(1, -1)) : undefined);
    if (expressionOf !== undefined) return value.startsWith('{') ? `array[${expressionOf}]` : `(${expressionOf})`;
    constants.push(value);
    const constant = `:v${constants.length - 1}`;
    return filledIn(constant, value, placeholders) ?? constant;
  };
  const text = statement.text.replace(/\$(\d+)/g, (_, number: string) =>
    expression(statement.values[Number(number) - 1]),
  );
  return { text: text.replace(/\s+/g, ' '), constants };
}

/** Wraps a statement as the REST service does, so that the database builds the JSON. */
function wrapStatement(text: string): string {
  const writes = /^(insert|update|delete) /.test(text) && !/ returning /.test(text);
  return (
    `with pgrst_source as (${text}${writes ? ' returning 1' : ''}) ` +
    `select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total, ` +
    `coalesce(json_agg(_postgrest_t), '[]') as body, nullif(current_setting('response.headers', true), '') as response_headers, ` +
    `nullif(current_setting('response.status', true), '') as response_status from (select * from pgrst_source) _postgrest_t;`
  );
}

const CLAIMS =
  `select set_config('search_path', '"public", "extensions"', true), set_config('role', 'authenticated', true),
  set_config('request.jwt.claims', '{"sub":"' || ${idOf.account(':a')} || '","role":"authenticated"}', true),
  set_config('request.method', 'GET', true), set_config('request.path', '/', true), set_config('request.headers', '{}', true);`.replace(
    /\s+/g,
    ' ',
  );

/** The target of a transaction: a run :b of an account :a, its customer :k and its unbilled entry :n. */
function setupLines({ maxTransactions }: CapturedRequest, accounts: Accounts, shape: Shape, clients: number): string[] {
  const { runs, runLength, customers } = accounts === 'big' ? shape.large : shape;
  const onlyOnce = maxTransactions !== undefined;
  const next = `\\set t (:i - 1) * ${clients} + :client_id`;
  return [
    ...(onlyOnce ? ['\\set i :i + 1', next] : []),
    accounts === 'big'
      ? '\\set a 0'
      : onlyOnce
        ? `\\set a 1 + :t % ${shape.accounts}`
        : `\\set a random(1, ${shape.accounts})`,
    onlyOnce ? `\\set b 1 + :t / ${accounts === 'big' ? 1 : shape.accounts}` : `\\set b random(1, ${runs})`,
    `\\set k ${customerOf(':b', customers)}`,
    `\\set n :b * ${runLength}`,
  ];
}

export function scriptOf(request: CapturedRequest, owner: string, accounts: Accounts, shape: Shape, clients: number) {
  const { text, constants } = withValues(request, owner);
  return {
    script: [
      ...setupLines(request, accounts, shape, clients),
      'begin;',
      CLAIMS,
      wrapStatement(text),
      'commit;',
      '',
    ].join('\n'),
    constants,
  };
}

/** Reads a system file; empty if the process has ended, or if the system is not Linux. */
function readSystemFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Seconds of CPU time that the server and its sessions, running and ended, have used; 0 if the system does not report it.
 * Unlike elapsed time, it does not depend on other load of the machine.
 */
function processorSeconds(home: string): number {
  const server = readSystemFile(join(home, 'data', 'postmaster.pid')).split('\n')[0] ?? '';
  const processes = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const used = processes.map((pid) => {
    // The fields after the name: state, parent, …, and from the twelfth on utime, stime, cutime, cstime in hundredths.
    const stat = readSystemFile(`/proc/${pid}/stat`);
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [own = 0, system = 0, children = 0, childrenSystem = 0] = rest.slice(9, 13).map(Number);
    if (pid === server) return own + system + children + childrenSystem;
    return parent === server ? own + system : 0;
  });
  return used.reduce((sum, hundredths) => sum + hundredths, 0) / 100;
}

export type Measured = {
  transactions: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  processor: number;
};

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Runs a script for this many seconds, or this many transactions per client; returns milliseconds with two decimals.
 */
export function pgbench(
  { url, bin, home }: Server,
  { script, constants }: { script: string; constants: readonly string[] },
  { clients, seconds, transactions }: { clients: number; seconds: number; transactions?: number },
): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'farm-diary-pgbench-'));
  chmodSync(folder, 0o755);
  try {
    writeFileSync(join(folder, 'script.sql'), script);
    const { hostname, port } = new URL(url);
    const used = processorSeconds(home);
    execFileSync(
      join(bin, 'pgbench'),
      [
        ...['-h', hostname, '-p', port, '-U', 'authenticator', '-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2'],
        ...(transactions === undefined ? ['-T', `${seconds}`] : ['-t', `${transactions}`]),
        ...['-l', '--log-prefix', join(folder, 'log'), '-f', join(folder, 'script.sql'), '-D', 'i=0'],
        ...constants.flatMap((value, place) => ['-D', `v${place}=${value}`]),
        'postgres',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const durations = readdirSync(folder)
      .filter((name) => name.startsWith('log'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      // client, transaction, microseconds, script, second, microsecond
      .map((line) => Number(line.split(' ')[2]) / 1000)
      .sort((a, b) => a - b);
    const round = (value: number) => Math.round(value * 100) / 100;
    const sum = durations.reduce((total, value) => total + value, 0);
    return {
      transactions: durations.length,
      perSecond: Math.round((durations.length * clients * 1000) / sum),
      p50: round(percentile(durations, 0.5)),
      p95: round(percentile(durations, 0.95)),
      p99: round(percentile(durations, 0.99)),
      max: round(durations.at(-1) ?? 0),
      /** Milliseconds of CPU time per transaction. */
      processor: round(((processorSeconds(home) - used) * 1000) / durations.length),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The plan of a script's statement, for one account; the transaction is rolled back. */
export async function explainPlan(
  url: string,
  { script, constants }: { script: string; constants: readonly string[] },
) {
  const large = script.includes('\\set a 0');
  // Any account, customer and entry will do.
  const values = new Map([
    ['a', large ? '0' : '7'],
    ['k', '3'],
    ['n', '64'],
  ]);
  const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const filled = script.replace(/(?<![:\w]):([avkn])(\d*)\b/g, (_, name: string, place: string) =>
    name === 'v' ? quoted(constants[Number(place)] ?? '') : (values.get(name) ?? ''),
  );
  const [claims = '', statement = ''] = filled.split('\n').filter((line) => /^(select set_config|with )/.test(line));
  const sql = postgres(url.replace('postgres@', 'authenticator@'), { max: 1, onnotice: () => undefined });
  try {
    const rows = await sql.begin(async (tx) => {
      await tx.unsafe(claims);
      const plan = await tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain (analyze, buffers) ${statement}`);
      await tx.unsafe('rollback');
      return plan;
    });
    return rows.map((row) => row['QUERY PLAN']);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await sql.end();
  }
}
