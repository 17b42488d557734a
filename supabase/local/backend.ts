// The embedded Supabase-compatible backend: @supabase/lite on PGlite or Postgres, with its gaps closed. For development
// and tests only; production is a hosted project.
import { allAlternatives } from './rest/alternatives.ts';
import { answerAuth } from './auth/auth.ts';
import { plainText } from './auth/templates.ts';
import { bootstrapSql, type DefaultPrivileges } from './database/bootstrap.ts';
import { openDatabase, type DatabasePlace } from './database/connection.ts';
import { refuse } from './rest/guard.ts';
import { LITE_SITE, Mailbox, safeTarget, type Mail } from './mail/mailbox.ts';
import { applyMigrations, type Migration } from './database/migrations.ts';
import { RESEND_PATH, resendService } from './mail/resend.ts';
import { concurrent, serialise } from './database/serialise.ts';
import type { MailTemplate, ProjectConfig } from './project-config.ts';
import type { Sql } from './database/sql.ts';
import { answerStorage } from './storage/storage.ts';
import { filesInMemory, type Files } from './storage/files.ts';
import type { Keys } from './auth/tokens.ts';

export type BackendOptions = {
  place: DatabasePlace;
  keys: Keys;
  config: ProjectConfig;
  migrations: readonly Migration[];
  /** Overrides supabase/config.toml. */
  confirmations?: boolean;
  tokenLifeSeconds?: number;
  privileges?: DefaultPrivileges;
  /** Where the storage service keeps file contents; in memory by default. */
  files?: Files;
  /** True if the database already has the bootstrap and the migrations. */
  prepared?: boolean;
  onMail?: (mail: Mail) => void;
  /** Called for each mail that the stand-in for Resend accepted, with its id. */
  onAccepted?: (id: string, to: string) => void;
};

export type Backend = Awaited<ReturnType<typeof createBackend>>;

const template = ({ subject, file }: MailTemplate) => ({ subject, content_path: file });

/** @supabase/lite would write its own plain text beside our HTML: derive the text from the HTML instead. */
const withPlainText = (mailbox: Mailbox) => ({
  send: ({ html = '', ...message }: { to: string; subject: string; text?: string; html?: string }) =>
    mailbox.send({ ...message, html, text: plainText(html) }),
});

async function createApp(options: BackendOptions, opened: Awaited<ReturnType<typeof openDatabase>>, mailbox: Mailbox) {
  const { App } = await import('@supabase/lite');
  const { config, keys } = options;
  return new App({
    connection: opened.connection,
    api: { enabled: true, schemas: ['public'], max_rows: config.maxRows, pg_safe_update: true },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      site_url: LITE_SITE,
      jwt_expiry: options.tokenLifeSeconds ?? config.tokenLifeSeconds,
      minimum_password_length: config.minimumPasswordLength,
      enable_refresh_token_rotation: config.rotatesTokens,
      sessions: config.sessions,
      email: {
        enable_confirmations: options.confirmations ?? config.confirmations,
        otp_expiry: config.linkSeconds,
        otp_length: config.codeLength,
        // We send the link to the old address, and wait for it, ourselves.
        double_confirm_changes: false,
        template: {
          confirmation: template(config.mails.confirmation),
          recovery: template(config.mails.recovery),
          email_change: template(config.mails.emailChange),
        },
      },
    },
    options: { server: { admin: false }, drivers: { email: withPlainText(mailbox) } },
  });
}

/** Starts a backend; `fetch` answers requests as a hosted project would. */
export async function createBackend(options: BackendOptions) {
  const opened = await openDatabase(options.place);
  const { database } = opened;
  const mailbox = new Mailbox(options.onMail);
  const app = await createApp(options, opened, mailbox);
  await app.init();
  const migrate = async (migrations: readonly Migration[]) => {
    const applied = await applyMigrations(database, migrations);
    if (applied.length) await opened.connection.clearSchemaCache();
    return applied;
  };
  let applied: string[] = [];
  if (!options.prepared) {
    await app.ensureSystemSchema();
    await database.script(bootstrapSql(options.privileges ?? 'permissive'));
    applied = await migrate(options.migrations);
  }
  const files = options.files ?? filesInMemory();
  const answerResend = resendService(mailbox, options.onAccepted);
  const queue = opened.kind === 'pglite' ? serialise() : concurrent();
  const runQueued = queue.run;

  const answer = async (request: Request, url: URL, target: string): Promise<Response> => {
    const { keys, config } = options;
    if (url.pathname.startsWith('/storage/v1/')) return answerStorage({ database, files, keys }, request, url);
    const forward = async (forwarded: Request): Promise<Response> => app.fetch(forwarded);
    const authResponse = await answerAuth({ sql: database, mailbox, keys, config, forward }, request, url, target);
    return authResponse ?? app.fetch(new Request(allAlternatives(url), request));
  };

  return {
    mails: mailbox.mails,
    applied,
    opened,
    /** Answers one request. The links in its mails and its redirects lead to the origin of the request's URL. */
    fetch: (request: Request): Promise<Response> => {
      const url = new URL(request.url);
      if (url.pathname.startsWith(`${RESEND_PATH}/`)) return answerResend(request, url.pathname);
      const refused = refuse(request, url.pathname);
      if (refused) return Promise.resolve(refused);
      const target = safeTarget(url.searchParams.get('redirect_to'), url.origin);
      const work = () => answer(request, url, target);
      // Only the auth service sends mails with links to the app while it answers.
      const isAuth = url.pathname.startsWith('/auth/v1/');
      return runQueued(isAuth ? () => mailbox.within({ site: url.origin, target }, work) : work);
    },
    /** Queries the database as its owner, between two requests. */
    query: (text: string, params?: readonly unknown[]) => runQueued(() => database.query(text, params)),
    /** Runs one transaction as the owner, between two requests. */
    transaction: <T>(work: (sql: Sql) => Promise<T>) => runQueued(() => database.transaction(work)),
    migrate: (migrations: readonly Migration[]) => runQueued(() => migrate(migrations)),
    /** Closes the database once no request runs: postgres.js never ends a session that is in use when it closes. */
    close: async () => {
      await queue.idle();
      await opened.connection.close();
    },
  };
}
