// Runs the command while this module loads: the loader that cli.mjs uses ends as soon as the module is there.
import { run } from './commands.ts';

const [name = '', ...flags] = process.argv.slice(2);

export const exitCode = await run(name, flags);
