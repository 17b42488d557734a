// What the embedded backend reads of supabase/config.toml, so that it and the hosted project have one source.
import { readFileSync } from 'node:fs';

export type ProjectConfig = {
  maxRows: number;
  tokenLifeSeconds: number;
  minimumPasswordLength: number;
  confirmations: boolean;
  doubleConfirmChanges: boolean;
  /** Whether a function asks for a valid token before it runs; true where nothing is said, as on a hosted project. */
  verifiesToken: (functionName: string) => boolean;
};

/** 'section.key' → the text of its value. Enough of TOML for this one file: tables, and a value on one line. */
function readToml(toml: string): Map<string, string> {
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

export function projectConfig(toml: string): ProjectConfig {
  const values = readToml(toml);
  const number = (key: string, otherwise: number) => Number(values.get(key) ?? otherwise);
  const flag = (key: string, otherwise: boolean) => (values.get(key) ?? String(otherwise)) === 'true';
  return {
    maxRows: number('api.max_rows', 1000),
    tokenLifeSeconds: number('auth.jwt_expiry', 3600),
    minimumPasswordLength: number('auth.minimum_password_length', 6),
    confirmations: flag('auth.email.enable_confirmations', true),
    doubleConfirmChanges: flag('auth.email.double_confirm_changes', true),
    verifiesToken: (name) => flag(`functions.${name}.verify_jwt`, true),
  };
}

export const readProjectConfig = (file: string) => projectConfig(readFileSync(file, 'utf8'));
