// The settings that the embedded backend reads from supabase/config.toml, which it shares with the hosted project.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A mail of the auth service: its subject, and the file with its HTML. */
export type MailTemplate = { subject: string; file: string };

export type ProjectConfig = {
  maxRows: number;
  tokenLifeSeconds: number;
  minimumPasswordLength: number;
  confirmations: boolean;
  /** A change of address takes effect only after the links to both the old and the new address were followed. */
  doubleConfirmChanges: boolean;
  rotatesTokens: boolean;
  /** Minimum seconds between two mails of the same kind to an address. */
  mailEverySeconds: number;
  /** How long the link in a mail is valid, and the number of digits of the code behind it. */
  linkSeconds: number;
  codeLength: number;
  /** How long a session lasts, and how long without use; in the format of the file, such as "720h". */
  sessions: { timebox: string; inactivity_timeout: string };
  mails: Record<'confirmation' | 'recovery' | 'emailChange' | 'passwordChanged' | 'knownAddress', MailTemplate>;
  /** Whether a function requires a valid token before it runs; true by default, as on a hosted project. */
  verifiesToken: (functionName: string) => boolean;
};

/** 'section.key' → the text of its value. Parses only the TOML that this file uses: tables, and values on one line. */
export function readToml(toml: string): Map<string, string> {
  const values = new Map<string, string>();
  let section = '';
  for (const line of toml.split('\n')) {
    const table = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.+?)\s*(?:#[^"]*)?$/.exec(line) ?? [];
    if (table !== undefined) section = table.replaceAll(/["'\s]/g, '');
    else if (key !== undefined && value !== undefined) values.set(`${section}.${key}`, value);
  }
  return values;
}

export function projectConfig(toml: string, root = process.cwd()): ProjectConfig {
  const values = readToml(toml);
  const number = (key: string, otherwise: number) => Number(values.get(key) ?? otherwise);
  const flag = (key: string, otherwise: boolean) => (values.get(key) ?? String(otherwise)) === 'true';
  const string = (key: string) => (values.get(key) ?? '').replace(/^"(.*)"$/, '$1');
  const mail = (key: string): MailTemplate => ({
    subject: string(`auth.email.${key}.subject`),
    file: resolve(root, string(`auth.email.${key}.content_path`)),
  });
  return {
    maxRows: number('api.max_rows', 1000),
    tokenLifeSeconds: number('auth.jwt_expiry', 3600),
    minimumPasswordLength: number('auth.minimum_password_length', 6),
    confirmations: flag('auth.email.enable_confirmations', true),
    doubleConfirmChanges: flag('auth.email.double_confirm_changes', true),
    rotatesTokens: flag('auth.enable_refresh_token_rotation', true),
    linkSeconds: number('auth.email.otp_expiry', 3600),
    codeLength: number('auth.email.otp_length', 6),
    sessions: {
      timebox: string('auth.sessions.timebox'),
      inactivity_timeout: string('auth.sessions.inactivity_timeout'),
    },
    mailEverySeconds: parseInt(string('auth.email.max_frequency'), 10) || 60,
    mails: {
      confirmation: mail('template.confirmation'),
      recovery: mail('template.recovery'),
      emailChange: mail('template.email_change'),
      passwordChanged: mail('notification.password_changed'),
      // Sent when somebody signs up with an address that has an account. A hosted project sends no mail then.
      knownAddress: {
        subject: 'You already have an account',
        file: resolve(root, 'supabase/templates/known-address.html'),
      },
    },
    verifiesToken: (name) => flag(`functions.${name}.verify_jwt`, true),
  };
}

/** Paths in the file are relative to the parent of its folder. */
export const readProjectConfig = (file: string) => projectConfig(readFileSync(file, 'utf8'), resolve(file, '../..'));
