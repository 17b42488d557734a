// Runs the command while this module loads, since the loader in cli.mjs closes as soon as the module is loaded.
import { run } from './commands.ts';

const [name = '', ...flags] = process.argv.slice(2);

export const exitCode = await run(name, flags);
